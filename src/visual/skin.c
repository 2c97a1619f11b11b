// Skins: vertices moved by several bones, and their normals.
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>

#include "math/quat.h"
#include "visual/deformables.h"
#include "visual/draw.h"
#include "base/need.h"

// Add the contribution of one bone to the vertices.
static void add_bone(const mjModel* m, const mjData* d, int bone, float* vert, const float* bind) {
  const mjtNum* xquat = d->xquat + 4 * m->skin_bonebodyid[bone];
  mjtNum bindpos[3], bindquat[4], quat[4], rot[9], shift[3];
  mju_f2n(bindpos, m->skin_bonebindpos + 3 * bone, 3);
  mju_f2n(bindquat, m->skin_bonebindquat + 4 * bone, 4);
  quat_conjugate(quat, bindquat);
  quat_mul(quat, xquat, quat);
  quat_to_mat3(rot, quat);
  mat3_mul_vec(shift, rot, bindpos);
  vec3_sub(shift, d->xpos + 3 * m->skin_bonebodyid[bone], shift);
  int first = m->skin_bonevertadr[bone];
  for (int i = first; i < first + m->skin_bonevertnum[bone]; i++) {
    int v = m->skin_bonevertid[i];
    mjtNum pos[3] = {bind[3 * v], bind[3 * v + 1], bind[3 * v + 2]};
    mat3_mul_vec(pos, rot, pos);
    vec3_add(pos, pos, shift);
    for (int k = 0; k < 3; k++) vert[3 * v + k] += m->skin_bonevertweight[i] * (float)pos[k];
  }
}

// Vertex normals: area-weighted means over the adjacent triangles.
static void find_normals(const int* face, int nface, const float* vert, int nvert, float* normal) {
  for (int i = 0; i < nface; i++, face += 3) {
    mjtNum x[3][3], a[3], b[3], out[3];
    for (int k = 0; k < 3; k++) mju_f2n(x[k], vert + 3 * face[k], 3);
    vec3_sub(a, x[1], x[0]);
    vec3_sub(b, x[2], x[0]);
    vec3_cross(out, a, b);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) normal[3 * face[k] + j] += (float)out[j];
    }
  }
  for (int i = 0; i < nvert; i++, normal += 3) {
    float norm = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    float scale = 1 / fmaxf((float)mjMINVAL, norm);
    for (int k = 0; k < 3; k++) normal[k] *= scale;
  }
}

static void update_one(const mjModel* m, const mjData* d, mjvScene* scn, int i) {
  size_t adr = 3 * (size_t)m->skin_vertadr[i];
  int nvert = m->skin_vertnum[i];
  float *vert = scn->skinvert + adr, *normal = scn->skinnormal + adr;
  int first = m->skin_boneadr[i];
  for (int bone = first; bone < first + m->skin_bonenum[i]; bone++) {
    add_bone(m, d, bone, vert, m->skin_vert + adr);
  }
  find_normals(m->skin_face + 3 * (size_t)m->skin_faceadr[i], m->skin_facenum[i], vert, nvert,
               normal);
  float inflate = m->skin_inflate[i];
  for (int k = 0; inflate != 0 && k < 3 * nvert; k++) vert[k] += inflate * normal[k];
}

void skin_update(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn) {
  if (scn->nskin != m->nskin) {
    mju_error("mjv_updateScene: the scene was made for %d skins, the model has %d", scn->nskin,
              m->nskin);
    return;
  }
  if (!m->nskin) return;
  memset(scn->skinvert, 0, 3 * (size_t)m->nskinvert * sizeof(float));
  memset(scn->skinnormal, 0, 3 * (size_t)m->nskinvert * sizeof(float));
  for (int i = 0; i < m->nskin; i++) {
    if (draw_group(opt->skingroup, m->skin_group[i])) update_one(m, d, scn, i);
  }
}

void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  NEED(m, d, scn);
  mjvOption opt;
  mjv_defaultOption(&opt);
  mju_warning("mjv_updateSkin is deprecated: mjv_updateScene updates the skins");
  skin_update(m, d, &opt, scn);
}
