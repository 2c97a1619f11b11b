// With (w, u) a motion of the body, u at the contact's position, sigma = 1 if it is geom 2's and -1
// else, z = sigma (w, u), and M the blocks of J'W J over relative velocities,
//   dU = sigma (w x u_b - w_b x u + w_b x dpos + u_b x t),  dW = sigma (w x w_b + w_b x t),
// for what qacc + B qvel moves the body with, (w_b, u_b), the force F and torque T of the rows gain
//   dF = t x F + by_dist ddist n - M_uu dU - M_uw dW + ddist y,
//   dT = t x T + dpos x F - M_wu dU - M_ww dW + ddist y',
// where y = -M(K (imp 1_n + P away)) + gain is what a row gains with the distance, summed over the
// axes.
#include "constraint/slope/contact_blocks.h"

#include <engine/base.h>

#include "collision/contact_slope.h"
#include "constraint/kinds/kind.h"
#include "constraint/slope/contact_motion.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

enum { SIZE = 36, AXES = 6 };

int row_is_in_block(const mjModel* m, const mjData* d, int row, int rows, int* side) {
  if (!kind_of_type(d->efc_type[row])->contact_rows) return 0;
  const mjContact* con = d->contact + d->efc_id[row];
  if (con->geom[0] < 0 || con->geom[1] < 0 || row_is_hard(d, row)) return 0;
  int moves[2];
  for (int k = 0; k < 2; k++) moves[k] = last_dof(m, m->geom_bodyid[con->geom[k]]) >= 0;
  *side = moves[1];
  for (int i = row + 1; i < row + rows; i++) {
    if (d->efc_KBIP[4 * i + 1] != d->efc_KBIP[4 * row + 1]) return 0;
  }
  return moves[0] != moves[1];
}

// --- in the axes of a contact -------------------------------------------------------------------

// A row is `of` the axis 0 plus `times` the axis `axis`.
typedef struct {
  mjtNum of, times;
  int axis;
} row_axes;

static row_axes axes_of_row(const mjContact* con, int rows, int i) {
  if (rows == con->dim) return (row_axes){i == 0, i != 0, i};
  return (row_axes){1, i % 2 ? -con->friction[i / 2] : con->friction[i / 2], i / 2 + 1};
}

static void add_to_axes(mjtNum y[AXES], row_axes x, mjtNum value) {
  y[0] += x.of * value;
  y[x.axis] += x.times * value;
}

// W (6 x 6) of the rows along the axes.
static void weights_of_axes(const mjData* d, const mjContact* con, int row, int rows,
                            mjtNum W[SIZE]) {
  vec_zero(W, SIZE);
  if (d->efc_state[row] == mjCNSTRSTATE_CONE) {
    for (int i = 0; i < rows; i++) vec_copy(W + AXES * i, con->H + rows * i, rows);
    return;
  }
  for (int i = 0; i < rows; i++) {
    if (d->efc_state[row + i] != mjCNSTRSTATE_QUADRATIC) continue;
    row_axes x = axes_of_row(con, rows, i);
    mjtNum D = d->efc_D[row + i];
    add_to_axes(W, x, D * x.of);
    add_to_axes(W + AXES * x.axis, x, D * x.times);
  }
}

// What the rows gain with the distance, along the axes.
static void gain_of_axes(const mjData* d, const mjContact* con, int row, int rows,
                         const mjtNum W[SIZE], mjtNum y[AXES]) {
  mjtNum away[AXES] = {0};
  vec_zero(y, AXES);
  for (int i = 0; i < rows; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * (row + i);
    row_axes x = axes_of_row(con, rows, i);
    mjtNum residual = i == 0 || rows != con->dim ? kbip[2] : 0;
    mjtNum change = kbip[0] * (residual + kbip[3] * (d->efc_pos[row + i] - d->efc_margin[row + i]));
    add_to_axes(y, x, gain_of_regulariser(d, row + i));
    if (rows == con->dim) {
      away[i] = change;
    } else if (d->efc_state[row + i] == mjCNSTRSTATE_QUADRATIC) {
      add_to_axes(y, x, -d->efc_D[row + i] * change);
    }
  }
  for (int i = 0; rows == con->dim && i < rows; i++) y[i] -= dot6(W + AXES * i, away);
}

// --- in the world -------------------------------------------------------------------------------

// J'W J by relative velocities u and w at the position: forces by u and by w, torques by w.
typedef struct {
  mjtNum uu[9], uw[9], ww[9];
} world_weights;

// out = frame' X frame for the 3 x 3 block of W at a row and column.
static void turn_block(const mjContact* con, const mjtNum W[SIZE], int row, int col,
                       mjtNum out[9]) {
  mjtNum X[9], t[9];
  for (int i = 0; i < 9; i++) X[i] = W[AXES * (row + i / 3) + col + i % 3];
  mat3_mul(t, X, con->frame);
  mat3_tmul(out, con->frame, t);
}

static void weights_in_world(const mjContact* con, const mjtNum W[SIZE], world_weights* M) {
  turn_block(con, W, 0, 0, M->uu);
  if (con->dim <= 3) return;
  turn_block(con, W, 0, 3, M->uw);
  turn_block(con, W, 3, 3, M->ww);
}

// K (torque and force by w and u at a point) becomes X' K X, about the centre, r from there to the
// point: u = l + w x r.
static void shift_to_centre(mjtNum K[SIZE], const mjtNum r[3]) {
  for (int k = 0; k < 6; k++) {
    const mjtNum F[3] = {K[18 + k], K[24 + k], K[30 + k]};
    mjtNum t[3];
    vec3_cross(t, r, F);
    for (int i = 0; i < 3; i++) K[6 * i + k] += t[i];
  }
  for (int i = 0; i < 6; i++) {
    mjtNum *row = K + 6 * i, t[3];
    vec3_cross(t, r, row + 3);
    vec3_add(row, row, t);
  }
}

static void arm_of(const mjModel* m, const mjData* d, const mjContact* con, int body,
                   mjtNum arm[3]) {
  vec3_sub(arm, con->pos, d->subtree_com + 3 * m->body_rootid[body]);
}

// resist += J'W J of a contact, damp += J'W B J.
static void add_block(const mjModel* m, const mjData* d, int row, int rows, int body,
                      mjtNum* resist, mjtNum* damp) {
  const mjContact* con = d->contact + d->efc_id[row];
  mjtNum W[SIZE], K[SIZE], arm[3];
  world_weights M;
  weights_of_axes(d, con, row, rows, W);
  weights_in_world(con, W, &M);
  vec_zero(K, SIZE);
  for (int i = 0; i < 9; i++) {
    int r = i / 3, c = i % 3;
    K[6 * (3 + r) + 3 + c] = M.uu[i];
    if (con->dim <= 3) continue;
    K[6 * r + c] = M.ww[i];
    K[6 * (3 + r) + c] = K[6 * c + 3 + r] = M.uw[i];
  }
  arm_of(m, d, con, body, arm);
  shift_to_centre(K, arm);
  vec_add(resist, resist, K, SIZE);
  vec_axpy(damp, d->efc_KBIP[4 * row + 1], K, SIZE);
}

body_resistance contact_blocks_make(const mjModel* m, mjData* d) {
  body_resistance x = {.any = 0};
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* con = d->contact + c;
    int side, row = con->efc_address;
    if (row < 0) continue;
    int rows = kind_of_type(d->efc_type[row])->contact_rows(con);
    if (!rows_act(d, row, rows) || !row_is_in_block(m, d, row, rows, &side)) continue;
    if (!x.any) {
      size_t n = SIZE * (size_t)m->nbody;
      x.resist = mj_stackAllocNum(d, 2 * n);
      x.damp = x.resist + n;
      x.of = mj_stackAllocInt(d, (size_t)m->nbody);
      vec_zero(x.resist, 2 * (int)n);
      memset(x.of, 0, sizeof(int) * (size_t)m->nbody);
    }
    int body = m->geom_bodyid[con->geom[side]];
    x.any = x.of[body] = 1;
    add_block(m, d, row, rows, body, x.resist + SIZE * body, x.damp + SIZE * body);
  }
  for (int i = m->nbody - 1; x.any && i > 0; i--) {
    int to = m->body_parentid[i];
    if (!to || !x.of[i]) continue;
    x.of[to] = 1;
    vec_add(x.resist + SIZE * to, x.resist + SIZE * to, x.resist + SIZE * i, SIZE);
    vec_add(x.damp + SIZE * to, x.damp + SIZE * to, x.damp + SIZE * i, SIZE);
  }
  return x;
}

void add_block_hessian(const mjModel* m, const mjData* d, const body_resistance* x,
                       const clusters* at, mjtNum* H, int* loaded) {
  for (int i = 0; x->any && i < m->nv; i++) {
    int b = m->dof_bodyid[i];
    if (!x->of[b]) continue;
    loaded[at->of[i]] = 1;
    mjtNum pushed[6], *row = square_row(at, H, i);
    mat6_mul(pushed, x->resist + SIZE * b, d->cdof + 6 * i);
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    for (int c = 0; c <= m->D_diag[i]; c++) {
      row[at->local[ancestor[c]]] += dot6(pushed, d->cdof + 6 * ancestor[c]);
    }
  }
}

// --- by position --------------------------------------------------------------------------------

// A contact, and what its body does.
typedef struct {
  const mjContact* con;
  const contact_wrench_now* now;
  int side;
  mjtNum w[3], u[3];  // of the body under qacc + B qvel, at the position
  contact_slope g;
  hint_direction hint;
  world_weights M;
  mjtNum by_dist[AXES];  // force and torque, in the world
} block_contact;

static void add_cross(mjtNum r[3], const mjtNum a[3], const mjtNum b[3]) {
  mjtNum t[3];
  vec3_cross(t, a, b);
  vec3_add(r, r, t);
}

static void subtract_product(mjtNum r[3], const mjtNum M[9], const mjtNum x[3]) {
  mjtNum t[3];
  mat3_mul_vec(t, M, x);
  vec3_sub(r, r, t);
}

// The change of force and torque with motion k of the body: of (w, u), or of its negative where the
// body is geom 1's.
static void wrench_by_motion(const block_contact* b, int k, mjtNum dF[3], mjtNum dT[3]) {
  const mjContact* con = b->con;
  mjtNum x[6] = {0}, dp[3], dn[3], turn[3], dU[3], dW[3], sign = b->side ? 1 : -1;
  static const mjtNum none[3] = {0};
  const mjtNum *w = x, *u = x + 3;
  x[k] = 1;
  for (int c = 0; c < 3; c++) {
    dp[c] = sign * b->g.pos[6 * c + k];
    dn[c] = sign * b->g.normal[6 * c + k];
  }
  if (!b->side) {
    mjtNum carried[3];
    vec3_cross(carried, w, con->frame);
    vec3_add(dp, dp, u);
    vec3_axpy(dp, b->g.lead, carried);
    vec3_axpy(dn, b->g.turns, carried);
  }
  turn_of_frame(&b->hint, con, dn, b->side ? w : none, turn);
  mjtNum ddist = sign * b->g.dist[k];
  vec3_cross(dF, turn, b->now->F);
  vec3_cross(dT, turn, b->now->T);
  add_cross(dT, dp, b->now->F);
  vec3_axpy(dF, ddist, b->by_dist);
  vec3_axpy(dT, ddist, b->by_dist + 3);
  vec3_cross(dU, w, b->u);
  vec3_sub(dp, dp, u);
  add_cross(dU, b->w, dp);
  add_cross(dU, b->u, turn);
  vec3_scale(dU, dU, sign);
  subtract_product(dF, b->M.uu, dU);
  if (con->dim <= 3) return;
  vec3_sub(dW, turn, w);
  vec3_cross(dW, b->w, dW);
  vec3_scale(dW, dW, sign);
  subtract_product(dF, b->M.uw, dW);
  subtract_product(dT, b->M.ww, dW);
  mat3_tmul_vec(dn, b->M.uw, dU);
  vec3_sub(dT, dT, dn);
}

void add_block_contact(row_slopes* x, const mjContact* con, const contact_wrench_now* now,
                       int side) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int row = con->efc_address, rows = kind_of_type(d->efc_type[row])->contact_rows(con);
  int body = m->geom_bodyid[con->geom[side]], at = 6 * body;
  block_contact b = {.con = con, .now = now, .side = side};
  mjtNum V[6], W[SIZE], y[AXES], K[SIZE], arm[3], sign = side ? 1 : -1;
  contact_slope_of(m, d, con, &b.g);
  x->ndifferenced += b.g.differenced;
  b.hint = hint_of(m, d, con);
  arm_of(m, d, con, body, arm);
  vec_add_scaled(V, x->acc->body + at, d->efc_KBIP[4 * row + 1], x->vel->body + at, 6);
  vec3_copy(b.w, V);
  dof_velocity(b.u, V, arm);
  weights_of_axes(d, con, row, rows, W);
  weights_in_world(con, W, &b.M);
  gain_of_axes(d, con, row, rows, W, y);
  y[0] += now->pull_by_dist;
  mat3_tmul_vec(b.by_dist, con->frame, y);
  mat3_tmul_vec(b.by_dist + 3, con->frame, y + 3);
  for (int k = 0; k < 6; k++) {
    mjtNum dF[3], dT[3];
    wrench_by_motion(&b, k, dF, dT);
    for (int i = 0; i < 3; i++) {
      K[6 * i + k] = sign * dT[i];
      K[6 * (3 + i) + k] = sign * dF[i];
    }
  }
  shift_to_centre(K, arm);
  slope_add_change(x->s, body, K);
  body_force f = {.body = body, .point = con->pos};
  vec3_copy(f.force, now->F);
  vec3_copy(f.torque, now->T);
  slope_add_wrench(x->s, WRENCH_PLACE, &f, sign);
}
