// With (w, u) a motion of body 2, of body 1 or of both, u at the contact's position, z = (w, u),
// its negative or 0 the relative motion, M the blocks of J'W J over relative velocities, (rw, ru)
// the relative velocity for what qacc + B qvel moves the bodies with, and (ow, ou) the part of it
// that is due to the bodies that move,
//   dU = w x ou - ow x u + rw x dpos + ru x t,  dW = w x ow + rw x t,
// the force F and torque T of the rows gain
//   dF = t x F + by_dist ddist n - M_uu dU - M_uw dW + ddist y,
//   dT = t x T + dpos x F - M_wu dU - M_ww dW + ddist y',
// where y = -M(K (imp 1_n + P away)) + gain is what a row gains with the distance, summed over the
// axes.
//
// Between two moving bodies let K be this change of the wrench on body 2 by motions of body 2, K0
// that by motions of both, where little more than the directions change.  Dofs that move both feel
// nothing; to those that move 2, and with the other sign to those that move 1 alone, the wrench
// changes with dof j by K S_j, (K0 - K) S_j or K0 S_j as j moves 2, 1 or both.
#include "constraint/slope/contact_blocks.h"

#include <engine/base.h>

#include "collision/contact_slope.h"
#include "constraint/kinds/kind.h"
#include "constraint/slope/contact_motion.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

enum { SIZE = 36, AXES = 6 };

enum { MOVES_1 = 1, MOVES_2 = 2, MOVES_BOTH = 3 };

// Which of the geoms of a contact move, as bits; 0 also where there are others than geoms, where
// rows are too hard for sums to be exact enough, or differ in their damping.
static int moving_geoms(const mjModel* m, const mjData* d, int row, int rows) {
  if (!kind_of_type(d->efc_type[row])->contact_rows) return 0;
  const mjContact* con = d->contact + d->efc_id[row];
  if (con->geom[0] < 0 || con->geom[1] < 0 || row_is_hard(d, row)) return 0;
  int moves = 0;
  for (int k = 0; k < 2; k++) {
    if (last_dof(m, m->geom_bodyid[con->geom[k]]) >= 0) moves |= MOVES_1 << k;
  }
  for (int i = row + 1; i < row + rows; i++) {
    if (d->efc_KBIP[4 * i + 1] != d->efc_KBIP[4 * row + 1]) return 0;
  }
  return moves;
}

static int is_in_block(const mjData* d, const body_resistance* x, int row, int moves) {
  if (moves != MOVES_1 && moves != MOVES_2) return 0;
  return !x->any || x->damping == d->efc_KBIP[4 * row + 1];
}

int row_is_in_block(const mjModel* m, const mjData* d, const body_resistance* x, int row,
                    int rows) {
  return is_in_block(d, x, row, moving_geoms(m, d, row, rows));
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

// W of the rows along the axes, and J'W J by relative velocities u and w at the position: forces by
// u and by w, torques by w.
typedef struct contact_weights_ {
  mjtNum W[SIZE], uu[9], uw[9], ww[9];
} contact_weights;

// out = frame' X frame for the 3 x 3 block of W at a row and column.
static void turn_block(const mjContact* con, const mjtNum W[SIZE], int row, int col,
                       mjtNum out[9]) {
  mjtNum X[9], t[9];
  for (int i = 0; i < 9; i++) X[i] = W[AXES * (row + i / 3) + col + i % 3];
  mat3_mul(t, X, con->frame);
  mat3_tmul(out, con->frame, t);
}

static void find_weights(const mjData* d, const mjContact* con, int row, int rows,
                         contact_weights* M) {
  weights_of_axes(d, con, row, rows, M->W);
  turn_block(con, M->W, 0, 0, M->uu);
  if (con->dim <= 3) return;
  turn_block(con, M->W, 0, 3, M->uw);
  turn_block(con, M->W, 3, 3, M->ww);
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

// The same as a matrix by (w, u), at the position.
static void matrix_of_weights(const mjContact* con, const contact_weights* M, mjtNum G[SIZE]) {
  vec_zero(G, SIZE);
  for (int i = 0; i < 9; i++) {
    int r = i / 3, c = i % 3;
    G[6 * (3 + r) + 3 + c] = M->uu[i];
    if (con->dim <= 3) continue;
    G[6 * r + c] = M->ww[i];
    G[6 * (3 + r) + c] = G[6 * c + 3 + r] = M->uw[i];
  }
}

// resist += J'W J of a contact.
static void add_block(const mjModel* m, const mjData* d, const mjContact* con, int body,
                      const contact_weights* M, mjtNum* resist) {
  mjtNum K[SIZE], arm[3];
  matrix_of_weights(con, M, K);
  arm_of(m, d, con, body, arm);
  shift_to_centre(K, arm);
  for (int i = 0; i < SIZE; i += 6) add6_fresh(resist + i, K + i);
}

body_resistance contact_blocks_make(const mjModel* m, mjData* d) {
  body_resistance x = {.any = 0};
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* con = d->contact + c;
    int row = con->efc_address;
    if (row < 0) continue;
    int rows = kind_of_type(d->efc_type[row])->contact_rows(con);
    int moves = rows_act(d, row, rows) ? moving_geoms(m, d, row, rows) : 0;
    if (!is_in_block(d, &x, row, moves)) continue;
    if (!x.any) {
      size_t n = SIZE * (size_t)m->nbody + 6 * (size_t)m->nv;
      x.damping = d->efc_KBIP[4 * row + 1];
      x.resist = mj_stackAllocNum(d, n);
      x.pushed = x.resist + SIZE * m->nbody;
      x.weights = mj_stackAllocByte(d, sizeof(contact_weights) * (size_t)d->ncon, sizeof(mjtNum));
      x.of = mj_stackAllocInt(d, (size_t)m->nbody);
      vec_zero(x.resist, (int)n);
      memset(x.of, 0, sizeof(int) * (size_t)m->nbody);
    }
    int body = m->geom_bodyid[con->geom[moves == MOVES_2]];
    x.any = x.of[body] = 1;
    find_weights(d, con, row, rows, x.weights + c);
    add_block(m, d, con, body, x.weights + c, x.resist + SIZE * body);
  }
  for (int i = m->nbody - 1; x.any && i > 0; i--) {
    int to = m->body_parentid[i];
    if (!to || !x.of[i]) continue;
    x.of[to] = 1;
    vec_add(x.resist + SIZE * to, x.resist + SIZE * to, x.resist + SIZE * i, SIZE);
  }
  for (int i = 0; x.any && i < m->nv; i++) {
    size_t b = m->dof_bodyid[i], at = 6 * (size_t)i;
    if (x.of[b]) mat6_mul(x.pushed + at, x.resist + SIZE * b, d->cdof + at);
  }
  return x;
}

void add_block_hessian(const mjModel* m, const mjData* d, const body_resistance* x,
                       const clusters* at, mjtNum* H, int* loaded) {
  for (int i = 0; x->any && i < m->nv; i++) {
    int b = m->dof_bodyid[i];
    if (!x->of[b]) continue;
    loaded[at->of[i]] = 1;
    const mjtNum* pushed = x->pushed + 6 * (size_t)i;
    mjtNum* row = square_row(at, H, i);
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    for (int c = 0; c <= m->D_diag[i]; c++) {
      row[at->local[ancestor[c]]] += dot6(pushed, d->cdof + 6 * ancestor[c]);
    }
  }
}

// --- by position --------------------------------------------------------------------------------

// A contact, and what its bodies do.
typedef struct {
  const mjContact* con;
  const contact_wrench_now* now;
  mjtNum B;
  mjtNum V[2][6], relative[6];  // under qacc + B qvel, at the position: (w, u)
  contact_slope g;
  hint_direction hint;
  contact_weights own;       // of a contact between moving bodies
  const contact_weights* M;  // these, or those of the block
  mjtNum by_dist[AXES];      // force and torque, in the world
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

// The change of force and torque with motion k of (w, u) of the bodies that move; own: the part of
// b->relative that is theirs.
static void wrench_by_motion(const block_contact* b, int moves, const mjtNum own[6], int k,
                             mjtNum dF[3], mjtNum dT[3]) {
  const mjContact* con = b->con;
  mjtNum x[6] = {0}, dp[3], dn[3], turn[3], dU[3], dW[3];
  mjtNum z = moves == MOVES_BOTH ? 0 : moves == MOVES_2 ? 1 : -1;
  static const mjtNum none[3] = {0};
  const mjtNum *w = x, *u = x + 3;
  x[k] = 1;
  for (int c = 0; c < 3; c++) {
    dp[c] = z * b->g.pos[6 * c + k];
    dn[c] = z * b->g.normal[6 * c + k];
  }
  if (moves & MOVES_1) {
    mjtNum carried[3];
    vec3_cross(carried, w, con->frame);
    vec3_add(dp, dp, u);
    vec3_axpy(dp, b->g.lead, carried);
    vec3_axpy(dn, b->g.turns, carried);
  }
  turn_of_frame(&b->hint, con, dn, moves & MOVES_2 ? w : none, turn);
  mjtNum ddist = z * b->g.dist[k];
  vec3_cross(dF, turn, b->now->F);
  vec3_cross(dT, turn, b->now->T);
  add_cross(dT, dp, b->now->F);
  vec3_axpy(dF, ddist, b->by_dist);
  vec3_axpy(dT, ddist, b->by_dist + 3);
  vec3_cross(dU, w, own + 3);
  add_cross(dU, u, own);
  add_cross(dU, b->relative, dp);
  add_cross(dU, b->relative + 3, turn);
  subtract_product(dF, b->M->uu, dU);
  if (con->dim <= 3) return;
  vec3_cross(dW, w, own);
  add_cross(dW, b->relative, turn);
  subtract_product(dF, b->M->uw, dW);
  subtract_product(dT, b->M->ww, dW);
  mat3_tmul_vec(dn, b->M->uw, dU);
  vec3_sub(dT, dT, dn);
}

// K = that of the wrench, torque and force, by all motions.
static void matrix_by_motions(const block_contact* b, int moves, const mjtNum own[6],
                              mjtNum K[SIZE]) {
  for (int k = 0; k < 6; k++) {
    mjtNum dF[3], dT[3];
    wrench_by_motion(b, moves, own, k, dF, dT);
    for (int i = 0; i < 3; i++) {
      K[6 * i + k] = dT[i];
      K[6 * (3 + i) + k] = dF[i];
    }
  }
}

// The twist about the centre of a tree, or, with its linear part at the position.
static void twist_at(mjtNum at[6], const mjtNum twist[6], const mjtNum arm[3]) {
  vec3_copy(at, twist);
  dof_velocity(at + 3, twist, arm);
}

static void find_block_contact(row_slopes* x, int row, int rows, block_contact* b) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  const mjContact* con = b->con;
  mjtNum y[AXES];
  b->B = d->efc_KBIP[4 * row + 1];
  contact_slope_of(m, d, con, &b->g);
  x->ndifferenced += b->g.differenced;
  b->hint = hint_of(m, d, con);
  for (int k = 0; k < 2; k++) {
    int body = m->geom_bodyid[con->geom[k]];
    size_t at = 6 * (size_t)body;
    mjtNum V[6], arm[3];
    arm_of(m, d, con, body, arm);
    vec_add_scaled(V, x->acc->body + at, b->B, x->vel->body + at, 6);
    twist_at(b->V[k], V, arm);
  }
  copy6_fresh(b->relative, b->V[1]);
  axpy6_fresh(b->relative, -1, b->V[0]);
  gain_of_axes(d, con, row, rows, b->M->W, y);
  y[0] += b->now->pull_by_dist;
  mat3_tmul_vec(b->by_dist, con->frame, y);
  mat3_tmul_vec(b->by_dist + 3, con->frame, y + 3);
}

static void add_wrench_on(row_slopes* x, const block_contact* b, int side) {
  body_force f = {.body = x->s->m->geom_bodyid[b->con->geom[side]], .point = b->con->pos};
  vec3_copy(f.force, b->now->F);
  vec3_copy(f.torque, b->now->T);
  slope_add_wrench(x->s, WRENCH_PLACE, &f, side ? 1 : -1);
}

// A contact of one moving body, `side`.
static void add_to_body(row_slopes* x, const block_contact* b, int side) {
  int body = x->s->m->geom_bodyid[b->con->geom[side]];
  mjtNum arm[3], K[SIZE];
  matrix_by_motions(b, MOVES_1 << side, b->relative, K);
  if (!side) vec_scale(K, K, -1, SIZE);
  arm_of(x->s->m, x->s->d, b->con, body, arm);
  shift_to_centre(K, arm);
  slope_add_change(x->s, body, K);
  add_wrench_on(x, b, side);
}

// A dof that moves one or both of two bodies: its axis T at the position, and the change of the
// wrench by position and by velocity.
typedef struct {
  int dof, moves;
  mjtNum T[6], by_q[6], by_v[6];
} pair_dof;

// By K, K0 and J'W J = G.
typedef struct {
  mjtNum K[SIZE], K0[SIZE], G[SIZE];
} pair_matrices;

// r += s K x
static void add_mat6_times(mjtNum r[6], mjtNum s, const mjtNum K[SIZE], const mjtNum x[6]) {
  for (int i = 0; i < 6; i++) r[i] += s * dot6(K + 6 * i, x);
}

static void find_pair_dof(const row_slopes* x, const block_contact* b, const pair_matrices* by,
                          pair_dof* j) {
  const mjModel* m = x->s->m;
  const mjData* d = x->s->d;
  size_t at = 6 * (size_t)j->dof;
  mjtNum arm[3], turn[6], t[6], sign = j->moves == MOVES_2 ? 1 : -1;
  arm_of(m, d, b->con, m->geom_bodyid[b->con->geom[j->moves == MOVES_2]], arm);
  twist_at(j->T, d->cdof + at, arm);
  vec_zero(j->by_q, 6);
  vec_zero(j->by_v, 6);
  if (j->moves & MOVES_1) add_mat6_times(j->by_q, 1, by->K0, j->T);
  if (j->moves == MOVES_BOTH) return;
  vec_add_scaled(t, x->acc->turn + at, b->B, x->vel->turn + at, 6);
  twist_at(turn, t, arm);
  add_mat6_times(j->by_q, sign, by->K, j->T);
  add_mat6_times(j->by_q, -sign, by->G, turn);
  add_mat6_times(j->by_v, -sign * b->B, by->G, j->T);
}

// All dofs of both; *distinct: how many of them, the first, move one alone.
static int list_pair_dofs(const mjModel* m, const mjContact* con, pair_dof* list, int* distinct) {
  int last[2], n = 0;
  for (int k = 0; k < 2; k++) last[k] = last_dof(m, m->geom_bodyid[con->geom[k]]);
  while (last[0] != last[1]) {
    int side = last[1] > last[0];
    list[n].dof = last[side];
    list[n++].moves = MOVES_1 << side;
    last[side] = m->dof_parentid[last[side]];
  }
  *distinct = n;
  for (int i = last[0]; i >= 0; i = m->dof_parentid[i]) {
    list[n].dof = i;
    list[n++].moves = MOVES_BOTH;
  }
  return n;
}

static void add_between(row_slopes* x, const block_contact* b) {
  const mjModel* m = x->s->m;
  const clusters* c = x->s->at;
  pair_matrices by;
  matrix_by_motions(b, MOVES_2, b->V[1], by.K);
  matrix_by_motions(b, MOVES_BOTH, b->relative, by.K0);
  matrix_of_weights(b->con, b->M, by.G);
  mj_markStack(x->s->d);
  pair_dof* list = mj_stackAllocByte(x->s->d, sizeof(pair_dof) * (size_t)m->nv, sizeof(mjtNum));
  int distinct, n = list_pair_dofs(m, b->con, list, &distinct);
  for (int j = 0; j < n; j++) find_pair_dof(x, b, &by, list + j);
  for (int i = 0; i < distinct; i++) {
    const pair_dof* p = list + i;
    int size = cluster_size(c, c->of[p->dof]);
    mjtNum *row = cluster_row(c, x->s->R, p->dof), sign = p->moves == MOVES_2 ? 1 : -1;
    for (int j = 0; j < n; j++) {
      int to = c->local[list[j].dof];
      row[to] += sign * dot6(p->T, list[j].by_q);
      if (j < distinct) row[size + to] += sign * dot6(p->T, list[j].by_v);
    }
  }
  mj_freeStack(x->s->d);
  for (int side = 0; side < 2; side++) add_wrench_on(x, b, side);
}

int add_contact_by_motions(row_slopes* x, const mjContact* con, const contact_wrench_now* now) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int row = con->efc_address, rows = kind_of_type(d->efc_type[row])->contact_rows(con);
  int moves = moving_geoms(m, d, row, rows);
  if (moves != MOVES_BOTH && !is_in_block(d, x->blocks, row, moves)) return 0;
  block_contact b = {.con = con, .now = now};
  if (moves == MOVES_BOTH) {
    find_weights(d, con, row, rows, &b.own);
    b.M = &b.own;
    find_block_contact(x, row, rows, &b);
    add_between(x, &b);
  } else {
    b.M = x->blocks->weights + (con - d->contact);
    find_block_contact(x, row, rows, &b);
    add_to_body(x, &b, moves == MOVES_2);
  }
  return 1;
}
