#include "constraint/kinds/chain.h"

// Write the numbers of a dof to column `at`.
static inline void put_dof(chain_motion* v, int at, int dof, const mjtNum velocity[3],
                           const mjtNum turn[3]) {
  size_t n = v->n;
  mjtNum* t = v->translation + at;
  if (v->column) v->column[at] = dof;
  t[0] = velocity[0];
  t[n] = velocity[1];
  t[2 * n] = velocity[2];
  if (!v->rotation) return;
  mjtNum* r = v->rotation + at;
  r[0] = turn[0];
  r[n] = turn[1];
  r[2 * n] = turn[2];
}

void chain_difference(const mjModel* m, const mjData* d, const int body[2],
                      const mjtNum* const point[2], chain_motion* v) {
  mjtNum offset[2][3];
  int end[2], c = v->n - 1;
  for (int k = 0; k < 2; k++) {
    vec3_sub(offset[k], point[k], d->subtree_com + 3 * m->body_rootid[body[k]]);
    end[k] = last_dof(m, body[k]);
  }
  for (; end[0] >= 0 || end[1] >= 0; c--) {
    int side, dof = chain_pop(m, &end[0], &end[1], &side);
    const mjtNum* cdof = d->cdof + 6 * dof;
    mjtNum velocity[3] = {0}, turn[3] = {0}, u[3];
    if (side & CHAIN_FIRST) {
      dof_velocity(velocity, cdof, offset[0]);
      vec3_copy(turn, cdof);
    }
    if (side & CHAIN_SECOND) {
      dof_velocity(u, cdof, offset[1]);
      vec3_sub(velocity, velocity, u);
      vec3_sub(turn, turn, cdof);
    }
    put_dof(v, v->column ? c : dof, dof, velocity, turn);
  }
}
