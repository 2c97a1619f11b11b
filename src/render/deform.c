// Skins and flexes: shapes that change in every frame.
#include "render/deform.h"

#include <stdlib.h>
#include <string.h>

// Data of a skin that scenes do not contain.
typedef struct {
  int nface, nvertex;
  int* face;
  float* texcoord;
} skin_copy;

struct deform {
  int nskin;
  skin_copy* skin;
};

void deform_free(deform* d) {
  for (int i = 0; d && i < d->nskin; i++) {
    free(d->skin[i].face);
    free(d->skin[i].texcoord);
  }
  if (d) free(d->skin);
  free(d);
}

static void* copy_of(const void* from, size_t size) {
  void* to = malloc(size + 1);
  if (to && size) memcpy(to, from, size);
  return to;
}

static bool copy_skin(skin_copy* s, const mjModel* m, int i) {
  s->nface = m->skin_facenum[i];
  s->nvertex = m->skin_vertnum[i];
  s->face = copy_of(m->skin_face + 3 * m->skin_faceadr[i], 3 * (size_t)s->nface * sizeof(int));
  if (m->skin_texcoordadr[i] < 0) return s->face != NULL;
  s->texcoord = copy_of(m->skin_texcoord + 2 * m->skin_texcoordadr[i],
                        2 * (size_t)s->nvertex * sizeof(float));
  return s->face && s->texcoord;
}

deform* deform_make(const mjModel* m) {
  deform* d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->skin = calloc((size_t)m->nskin + 1, sizeof *d->skin);
  bool fine = d->skin != NULL;
  while (fine && d->nskin < m->nskin) {
    fine = copy_skin(d->skin + d->nskin, m, d->nskin);
    d->nskin++;
  }
  if (fine) return d;
  deform_free(d);
  return NULL;
}

static void update_skin(renderer* r, const skin_copy* s, const mjvScene* scn, int i) {
  size_t at = 3 * (size_t)scn->skinvertadr[i];
  if (s->nvertex != scn->skinvertnum[i]) return;
  render_shape shape = {s->nvertex,           s->nface,    0,       scn->skinvert + at,
                        scn->skinnormal + at, s->texcoord, s->face, NULL};
  r->backend->shape(r->device, r->first_skin + i, &shape);
}

static void update_flex(renderer* r, const mjvScene* scn, int i) {
  size_t at = (size_t)scn->flexfaceadr[i];
  int n = scn->flexfaceused[i];
  render_shape shape = {
      3 * n, n,   0, scn->flexface + 9 * at, scn->flexnormal + 9 * at, scn->flextexcoord + 6 * at,
      NULL,  NULL};
  r->backend->shape(r->device, r->first_flex + i, &shape);
}

void deform_update(renderer* r, const deform* d, const mjvScene* scn) {
  for (int i = 0; i < scn->ngeom; i++) {
    const mjvGeom* g = scn->geoms + i;
    if (g->type == mjGEOM_SKIN && d && g->objid >= 0 && g->objid < d->nskin &&
        g->objid < scn->nskin) {
      update_skin(r, d->skin + g->objid, scn, g->objid);
    }
    bool known = g->objid >= 0 && g->objid < scn->nflex && g->objid < r->nflex;
    if (g->type == mjGEOM_FLEX && known) update_flex(r, scn, g->objid);
  }
}
