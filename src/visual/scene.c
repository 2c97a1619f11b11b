// Allocation and update of scenes.
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>
#include <engine/visual.h>

#include "visual/deformables.h"
#include "visual/draw.h"
#include "base/need.h"

static void* copy_ints(const int* from, int n) {
  int* to = mju_malloc(sizeof(int) * (size_t)n);
  if (to) memcpy(to, from, sizeof(int) * (size_t)n);
  return to;
}

static float* make_floats(size_t n) {
  float* x = mju_malloc(sizeof(float) * n);
  if (x) memset(x, 0, sizeof(float) * n);
  return x;
}

static void make_flexes(const mjModel* m, mjvScene* scn) {
  int n = m->nflex;
  if (!n) return;
  scn->flexedgeadr = copy_ints(m->flex_edgeadr, n);
  scn->flexedgenum = copy_ints(m->flex_edgenum, n);
  scn->flexvertadr = copy_ints(m->flex_vertadr, n);
  scn->flexvertnum = copy_ints(m->flex_vertnum, n);
  scn->flexedge = copy_ints(m->flex_edge, 2 * m->nflexedge);
  scn->flexfaceadr = copy_ints(m->flex_edgeadr, n);
  scn->flexfacenum = copy_ints(m->flex_edgenum, n);
  scn->flexfaceused = copy_ints(m->flex_edgenum, n);
  int faces = 0;
  for (int i = 0; i < n; i++) {
    scn->flexfaceadr[i] = faces;
    scn->flexfacenum[i] = flex_face_capacity(m, i);
    scn->flexfaceused[i] = 0;
    faces += scn->flexfacenum[i];
  }
  scn->flexvert = make_floats(3 * (size_t)m->nflexvert);
  scn->flexface = make_floats(9 * (size_t)faces);
  scn->flexnormal = make_floats(9 * (size_t)faces);
  scn->flextexcoord = make_floats(6 * (size_t)faces);
  scn->nflex = n;
}

static void make_skins(const mjModel* m, mjvScene* scn) {
  int n = m->nskin;
  if (!n) return;
  scn->skinfacenum = copy_ints(m->skin_facenum, n);
  scn->skinvertadr = copy_ints(m->skin_vertadr, n);
  scn->skinvertnum = copy_ints(m->skin_vertnum, n);
  scn->skinvert = make_floats(3 * (size_t)m->nskinvert);
  scn->skinnormal = make_floats(3 * (size_t)m->nskinvert);
  scn->nskin = n;
}

void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) {
  NEED(scn);
  mjv_freeScene(scn);
  if (maxgeom > 0) {
    scn->geoms = mju_malloc(sizeof(mjvGeom) * (size_t)maxgeom);
    // labels must not contain uninitialised bytes
    if (scn->geoms) memset(scn->geoms, 0, sizeof(mjvGeom) * (size_t)maxgeom);
    scn->geomorder = mju_malloc(sizeof(int) * (size_t)maxgeom);
    scn->maxgeom = maxgeom;
  }
  for (int i = 0; i < mjNRNDFLAG; i++) scn->flags[i] = mjRNDSTRING[i][1][0] == '1';
  scn->scale = 1;
  scn->rotate[0] = 1;
  if (m) {
    make_flexes(m, scn);
    make_skins(m, scn);
  }
}

void mjv_freeScene(mjvScene* scn) {
  if (!scn) return;
  mju_free(scn->geoms);
  mju_free(scn->geomorder);
  mju_free(scn->flexedgeadr);
  mju_free(scn->flexedgenum);
  mju_free(scn->flexvertadr);
  mju_free(scn->flexvertnum);
  mju_free(scn->flexfaceadr);
  mju_free(scn->flexfacenum);
  mju_free(scn->flexfaceused);
  mju_free(scn->flexedge);
  mju_free(scn->flexvert);
  mju_free(scn->flexface);
  mju_free(scn->flexnormal);
  mju_free(scn->flextexcoord);
  mju_free(scn->skinfacenum);
  mju_free(scn->skinvertadr);
  mju_free(scn->skinvertnum);
  mju_free(scn->skinvert);
  mju_free(scn->skinnormal);
  mjv_defaultScene(scn);
}

// Plugins may add geoms, which come before all others.
static void visualize_plugins(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[i]);
    if (plugin && plugin->visualize) plugin->visualize(m, d, opt, scn, i);
  }
}

void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                     mjvCamera* cam, int catmask, mjvScene* scn) {
  NEED(m, d, opt, scn);
  scn->ngeom = 0;
  scn->status = 0;
  visualize_plugins(m, d, opt, scn);
  mjv_addGeoms(m, d, opt, pert, catmask, scn);
  mjv_updateCamera(m, d, cam, scn);
  mjv_makeLights(m, d, scn);
  if (draw_flexes_wanted(opt)) flex_update_faces(m, d, opt, scn);
  if (opt->flags[mjVIS_SKIN]) skin_update(m, d, opt, scn);
  if (scn->status) mj_warning(d, mjWARN_VGEOMFULL, scn->maxgeom);
}
