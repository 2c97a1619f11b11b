// With s_j the velocity of the point of body b under dof j, and dp_j that of the place,
//   V_b = sum S_i x_i,   dV_b/dq_j = S_j x V_b + turn_j   (j on the chain of b, else 0),
// the velocity of the body at the place, u = V_lin + V_ang x r, changes by
//   du/dq_j = W_j x u - V_ang x s_j + (turn_j at the place) + V_ang x dp_j,
// where the second and the last term cancel if the place is a point of the body.
#include "dynamics/slope/ends.h"

#include <engine/base.h>

#include "kinematics/jacobian.h"
#include "math/dense.h"

ends ends_make(const mjModel* m, mjData* d, int body0, const mjtNum point0[3], int body1,
               const mjtNum point1[3]) {
  int i0 = last_dof(m, body0), i1 = last_dof(m, body1), n = 0;
  for (int i = i0, j = i1; i >= 0 || j >= 0; n++) {
    int top = i > j ? i : j;
    if (i == top) i = m->dof_parentid[i];
    if (j == top) j = m->dof_parentid[j];
  }
  size_t size = (size_t)n * 12 + 1;
  ends e = {.n = n,
            .col = mj_stackAllocInt(d, (size_t)n + 1),
            .side = mj_stackAllocInt(d, (size_t)n + 1),
            .body = {body0, body1},
            .point = {point0, point1},
            .U = mj_stackAllocNum(d, size)};
  e.W = e.U + 3 * (size_t)n;
  e.U0 = e.W + 3 * (size_t)n;
  e.W0 = e.U0 + 3 * (size_t)n;
  vec_zero(e.U, 12 * n);
  mjtNum r0[3], r1[3];
  vec3_sub(r0, point0, d->subtree_com + 3 * m->body_rootid[body0]);
  vec3_sub(r1, point1, d->subtree_com + 3 * m->body_rootid[body1]);
  for (int k = n - 1, i = i0, j = i1; k >= 0; k--) {
    int top = i > j ? i : j;
    const mjtNum* S = d->cdof + 6 * top;
    mjtNum u[3];
    e.col[k] = top;
    e.side[k] = 0;
    if (i == top) {
      e.side[k] |= 1;
      dof_velocity(u, S, r0);
      for (int c = 0; c < 3; c++) {
        e.U[c * n + k] = -u[c];
        e.W[c * n + k] = -S[c];
        e.U0[c * n + k] = u[c];
        e.W0[c * n + k] = S[c];
      }
      i = m->dof_parentid[i];
    }
    if (j == top) {
      e.side[k] |= 2;
      dof_velocity(u, S, r1);
      for (int c = 0; c < 3; c++) {
        e.U[c * n + k] += u[c];
        e.W[c * n + k] = e.side[k] & 1 ? 0 : S[c];
      }
      j = m->dof_parentid[j];
    }
  }
  return e;
}

void ends_velocity_of(const mjModel* m, const mjData* d, const ends* e, const carried* x,
                      ends_velocity* v) {
  for (int k = 0; k < 2; k++) {
    mjtNum r[3];
    const mjtNum* V = x->body + 6 * (size_t)e->body[k];
    vec3_sub(r, e->point[k], d->subtree_com + 3 * m->body_rootid[e->body[k]]);
    vec3_copy(v->w[k], V);
    dof_velocity(v->u[k], V, r);
  }
  vec3_sub(v->du, v->u[1], v->u[0]);
  vec3_sub(v->dw, v->w[1], v->w[0]);
}

static void add_column(mjtNum* to, int n, int k, mjtNum s, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) to[c * n + k] += s * x[c];
}

void ends_rate(const mjModel* m, const mjData* d, const ends* e, const carried* x, ends_sum to) {
  mjtNum scale = to.scale, *dU = to.dU, *dW = to.dW;
  const mjtNum* place = to.place;
  ends_velocity v;
  ends_velocity_of(m, d, e, x, &v);
  int n = e->n;
  mjtNum r[2][3];
  for (int side = 0; side < 2; side++) {
    vec3_sub(r[side], e->point[side], d->subtree_com + 3 * m->body_rootid[e->body[side]]);
  }
  for (int k = 0; k < n; k++) {
    const mjtNum *S = d->cdof + 6 * (size_t)e->col[k], *turn = x->turn + 6 * (size_t)e->col[k];
    mjtNum t[3], u[3];
    for (int side = 0; side < 2; side++) {
      if (!(e->side[k] & (1 << side))) continue;
      mjtNum s = side ? scale : -scale;
      vec3_cross(t, S, v.u[side]);
      dof_velocity(u, turn, r[side]);
      vec3_add(t, t, u);
      if (place) {
        dof_velocity(u, S, r[side]);
        vec3_cross(u, v.w[side], u);
        vec3_sub(t, t, u);
      }
      add_column(dU, n, k, s, t);
      if (!dW) continue;
      vec3_cross(t, S, v.w[side]);
      vec3_add(t, t, turn);
      add_column(dW, n, k, s, t);
    }
    if (place) {
      mjtNum dp[3] = {place[k], place[n + k], place[2 * n + k]};
      vec3_cross(t, v.dw, dp);
      add_column(dU, n, k, scale, t);
    }
  }
}
