#include "constraint/chain.h"

void chain_difference(const mjModel* m, const mjData* d, const int body[2],
                      const mjtNum* const point[2], int n, int* restrict column,
                      mjtNum* restrict translation, mjtNum* restrict rotation) {
  mjtNum offset[2][3];
  int end[2];
  for (int k = 0; k < 2; k++) {
    vec3_sub(offset[k], point[k], d->subtree_com + 3 * m->body_rootid[body[k]]);
    end[k] = chain_end(m, body[k]);
  }
  for (int c = n; end[0] >= 0 || end[1] >= 0;) {
    int side, dof = chain_pop(m, &end[0], &end[1], &side), at = column ? --c : dof;
    const mjtNum* cdof = d->cdof + 6 * dof;
    mjtNum v[3] = {0}, w[3] = {0}, u[3];
    if (side & CHAIN_FIRST) {
      chain_point_velocity(v, cdof, offset[0]);
      vec3_copy(w, cdof);
    }
    if (side & CHAIN_SECOND) {
      chain_point_velocity(u, cdof, offset[1]);
      vec3_sub(v, v, u);
      vec3_sub(w, w, cdof);
    }
    if (column) column[at] = dof;
    for (int k = 0; k < 3; k++) translation[k * n + at] = v[k];
    if (!rotation) continue;
    for (int k = 0; k < 3; k++) rotation[k * n + at] = w[k];
  }
}
