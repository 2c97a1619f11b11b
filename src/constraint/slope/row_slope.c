#include "constraint/slope/row_slope.h"

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/math.h>

#include "constraint/kinds/kind.h"
#include "constraint/slope/contact_back.h"
#include "constraint/slope/contact_blocks.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/joint_type.h"

// --- the response of rows -----------------------------------------------------------------------

void weigh_rows(const mjData* d, int first, int rows, int n, const mjtNum* X, mjtNum* Y) {
  const mjtNum* H = NULL;
  if (d->efc_state[first] == mjCNSTRSTATE_CONE) H = d->contact[d->efc_id[first]].H;
  vec_zero(Y, rows * n);
  for (int i = 0; i < rows; i++) {
    for (int k = 0; H && k < rows; k++) vec_axpy(Y + i * n, H[i * rows + k], X + k * n, n);
    if (!H && d->efc_state[first + i] == mjCNSTRSTATE_QUADRATIC) {
      vec_axpy(Y + i * n, d->efc_D[first + i], X + i * n, n);
    }
  }
}

// Whether the force of a row is proportional to D.
static int follows_regulariser(const mjData* d, int row) {
  int state = d->efc_state[row];
  return (state == mjCNSTRSTATE_QUADRATIC || state == mjCNSTRSTATE_CONE) &&
         d->efc_R[row] > mjMINVAL;
}

mjtNum gain_of_regulariser(const mjData* d, int row) {
  if (!follows_regulariser(d, row)) return 0;
  mjtNum imp = d->efc_KBIP[4 * row + 2], P = d->efc_KBIP[4 * row + 3];
  return P == 0 ? 0 : d->efc_force[row] * P / (imp * (1 - imp));
}

void row_response(mjData* d, const row_group* g, mjtNum* Y) {
  int n = g->n;
  mj_markStack(d);
  mjtNum* djar = mj_stackAllocNum(d, (size_t)g->rows * (size_t)n + 1);
  for (int i = 0; i < g->rows; i++) {
    int row = g->first + i;
    const mjtNum *kbip = d->efc_KBIP + 4 * row, *dr = g->dr ? g->dr : g->dpos + i * n;
    mjtNum K = kbip[0], imp = kbip[2], P = kbip[3], away = d->efc_pos[row] - d->efc_margin[row];
    vec_copy(djar + i * n, g->dJ + i * n, n);
    vec_axpy(djar + i * n, K * imp, g->dpos + i * n, n);
    vec_axpy(djar + i * n, K * P * away, dr, n);
  }
  weigh_rows(d, g->first, g->rows, n, djar, Y);
  for (int i = 0; i < g->rows; i++) {
    mjtNum gain = gain_of_regulariser(d, g->first + i);
    vec_scale(Y + i * n, Y + i * n, -1, n);
    vec_axpy(Y + i * n, gain, g->dr ? g->dr : g->dpos + i * n, n);
    if (g->dlogD && follows_regulariser(d, g->first + i)) {
      vec_axpy(Y + i * n, d->efc_force[g->first + i], g->dlogD, n);
    }
  }
  mj_freeStack(d);
}

void keep_response(row_slopes* x, const row_group* g, const mjtNum* Y) {
  if (!x->response) return;
  for (int i = 0; i < g->rows; i++) {
    mjtNum* to = x->response + (size_t)(g->first + i) * (size_t)x->s->m->nv;
    for (int k = 0; k < g->n; k++) to[g->col[k]] += Y[i * g->n + k];
  }
}

void keep_line_response(row_slopes* x, int row, mjtNum along, sparse_row J, const mjtNum* rate) {
  if (!x->response) return;
  int nv = x->s->m->nv;
  mjtNum* to = x->response + (size_t)row * (size_t)nv;
  sparse_row_add(J, along, to);
  vec_axpy(to, -x->s->d->efc_D[row], rate, nv);
}

void add_row_group(row_slopes* x, const row_group* g) {
  mjData* d = x->s->d;
  int n = g->n;
  mj_markStack(d);
  mjtNum* Y = mj_stackAllocNum(d, (size_t)g->rows * (size_t)n + 1);
  mjtNum* BJ = mj_stackAllocNum(d, (size_t)g->rows * (size_t)n + 1);
  row_response(d, g, Y);
  keep_response(x, g, Y);
  slope_add(x->s, BY_POSITION, (slope_rows){g->rows, n, g->col, g->J, Y});
  for (int i = 0; i < g->rows; i++) {
    vec_scale(BJ + i * n, g->J + i * n, -d->efc_KBIP[4 * (g->first + i) + 1], n);
  }
  weigh_rows(d, g->first, g->rows, n, BJ, Y);
  slope_add(x->s, BY_VELOCITY, (slope_rows){g->rows, n, g->col, g->J, Y});
  mj_freeStack(d);
}

// --- rows with one scalar: friction loss, limits of joints and tendons --------------------------

static int is_idle(const mjData* d, int row) { return d->efc_state[row] == mjCNSTRSTATE_SATISFIED; }

static int is_quadratic(const mjData* d, int row) {
  return d->efc_state[row] == mjCNSTRSTATE_QUADRATIC;
}

void add_dof_friction_slope(row_slopes* x, int row) {
  mjData* d = x->s->d;
  if (!is_quadratic(d, row)) return;
  int i = d->efc_id[row];
  slope_add_entry(x->s, BY_VELOCITY, i, i, -d->efc_D[row] * d->efc_KBIP[4 * row + 1]);
}

// dn/dq for the axis n of a ball joint rotated by angle a about it: cot(a/2)/2 (1 - n n') + [n]x /
// 2.
static void add_ball_limit(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int j = d->efc_id[row], dof = m->jnt_dofadr[j];
  const int col[3] = {dof, dof + 1, dof + 2};
  mjtNum quat[4], axis[3], J[3], dJ[3] = {0}, G[9];
  quat_copy(quat, d->qpos + m->jnt_qposadr[j]);
  quat_normalize(quat);
  vec3_copy(axis, quat + 1);
  mjtNum sine = vec3_normalize(axis), angle = 2 * atan2(sine, quat[0]);
  if (angle > mjPI) {
    angle = 2 * mjPI - angle;
    vec3_scale(axis, axis, -1);
  }
  mjtNum cot = 0.5 / tan(fmax(mjMINVAL, angle / 2));
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) G[3 * i + k] = -cot * ((i == k) - axis[i] * axis[k]);
  }
  G[1] += axis[2] / 2, G[2] -= axis[1] / 2, G[3] -= axis[2] / 2;
  G[5] += axis[0] / 2, G[6] += axis[1] / 2, G[7] -= axis[0] / 2;
  vec3_scale(J, axis, -1);
  mjtNum B = d->efc_KBIP[4 * row + 1];
  for (int i = 0; i < 3; i++) {
    mjtNum both = d->qacc[dof + i] + B * d->qvel[dof + i];
    vec3_axpy(dJ, both, G + 3 * i);
  }
  add_row_group(x, &(row_group){row, 1, 3, col, J, dJ, J, NULL, NULL});
  slope_add_matrix(x->s, BY_POSITION, d->efc_force[row], 3, col, G);
}

void add_joint_limit_slope(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int j = d->efc_id[row], dof = m->jnt_dofadr[j];
  if (is_idle(d, row)) return;
  if (!joint_is_scalar(m->jnt_type[j])) {
    add_ball_limit(x, row);
    return;
  }
  if (!x->response) {
    // the residual is +-q: what it changes does not depend on the sign.  1.4 instead of 12.5
    // thousand instructions for the limits of a humanoid, whose inverse takes 678 thousand
    const mjtNum *kbip = d->efc_KBIP + 4 * row, D = d->efc_D[row];
    mjtNum away = d->efc_pos[row] - d->efc_margin[row];
    mjtNum stiffness = kbip[0] * (kbip[2] + kbip[3] * away);
    slope_add_entry(x->s, BY_POSITION, dof, dof, gain_of_regulariser(d, row) - D * stiffness);
    slope_add_entry(x->s, BY_VELOCITY, dof, dof, -D * kbip[1]);
    return;
  }
  mjtNum lower = d->qpos[m->jnt_qposadr[j]] - m->jnt_range[2 * j], zero = 0;
  mjtNum J = d->efc_pos[row] == lower ? 1 : -1;
  add_row_group(x, &(row_group){row, 1, 1, &dof, &J, &zero, &J, NULL, NULL});
}

// rate (nv) += scale d(J_t (qacc + B qvel)).
static void add_tendon_rate(const row_slopes* x, int tendon, mjtNum B, mjtNum scale, mjtNum* rate) {
  tendon_rate(x->s->m, x->s->d, tendon, x->acc, scale, rate);
  if (B != 0) tendon_rate(x->s->m, x->s->d, tendon, x->vel, scale * B, rate);
}

// A row J over any dofs, with the derivative `rate` of J (qacc + B v) and that of the residual, by.
typedef struct {
  sparse_row J, by;
  const mjtNum* rate;
  int moves;  // whether the residual does
} line_slope;

static void add_line(row_slopes* x, int row, const line_slope* l) {
  mjData* d = x->s->d;
  if (!is_quadratic(d, row)) return;
  const mjtNum* kbip = d->efc_KBIP + 4 * row;
  mjtNum D = d->efc_D[row], away = d->efc_pos[row] - d->efc_margin[row], along = 0;
  if (l->moves) {
    mjtNum stiffness = kbip[0] * (kbip[2] + kbip[3] * away);
    along = gain_of_regulariser(d, row) - D * stiffness;
    slope_add_outer(x->s, BY_POSITION, along, l->J, l->by);
  }
  slope_add_outer(x->s, BY_POSITION, -D, l->J, (sparse_row){x->s->m->nv, NULL, l->rate});
  slope_add_outer(x->s, BY_VELOCITY, -D * kbip[1], l->J, l->J);
  keep_line_response(x, row, along, l->by, l->rate);
}

static sparse_row minus(mjData* d, sparse_row a) {
  mjtNum* value = mj_stackAllocNum(d, (size_t)a.n + 1);
  vec_scale(value, a.value, -1, a.n);
  a.value = value;
  return a;
}

// Friction loss of a tendon or, with sign +-1, a limit.
static void add_tendon_row(row_slopes* x, int row, mjtNum sign, int moves) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int t = d->efc_id[row];
  if (is_idle(d, row)) return;
  mj_markStack(d);
  mjtNum* rate = mj_stackAllocNum(d, m->nv);
  vec_zero(rate, m->nv);
  // J enters only quadratically, so that its sign does not matter
  if (is_quadratic(d, row)) add_tendon_rate(x, t, d->efc_KBIP[4 * row + 1], 1, rate);
  x->s->pull[t] += sign * d->efc_force[row];
  x->s->has_pull = 1;
  line_slope l = {tendon_vector(m, d, t), tendon_gradient(m, d, t), rate, moves};
  if (moves && sign < 0) {
    // the regulariser's term is odd in J, all others are even
    l.J = minus(d, l.J);
    l.by = minus(d, l.by);
    vec_scale(rate, rate, -1, m->nv);
  }
  add_line(x, row, &l);
  mj_freeStack(d);
}

void add_tendon_friction_slope(row_slopes* x, int row) { add_tendon_row(x, row, 1, 0); }

void add_tendon_limit_slope(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  const mjData* d = x->s->d;
  int t = d->efc_id[row];
  int is_lower = d->efc_pos[row] == d->ten_length[t] - m->tendon_range[2 * t];
  add_tendon_row(x, row, is_lower ? 1 : -1, 1);
}

// --- all ----------------------------------------------------------------------------------------

void add_constraint_slope(row_slopes* x) {
  mjData* d = x->s->d;
  mj_markStack(d);
  if (d->ncon && x->s->left && x->s->carries_left.body) x->sums = contact_sums_open(x->s->m, d);
  constraint_block b;
  for (int row = 0; row < d->nefc; row += b.n) {
    b = block_at(x->s->m, d, row);
    (b.kind->equality ? b.kind->equality->slope : b.kind->slope)(x, row);
  }
  add_rowless_contacts(x);
  contact_sums_close(x);
  mj_freeStack(d);
}

// --- Hessian ------------------------------------------------------------------------------------

// Dense rows are packed to the dofs where any row of the group is nonzero.
static int pack_columns(const mjModel* m, const mjData* d, int row, int rows, int* col, mjtNum* J) {
  int n = 0;
  if (is_sparse(m)) {
    int adr = d->efc_J_rowadr[row];
    n = d->efc_J_rownnz[row];
    memcpy(col, d->efc_J_colind + adr, sizeof(int) * (size_t)n);
    for (int i = 0; i < rows; i++) vec_copy(J + i * n, d->efc_J + d->efc_J_rowadr[row + i], n);
    return n;
  }
  const mjtNum* first = d->efc_J + (size_t)row * m->nv;
  for (int k = 0; k < m->nv; k++) {
    int any = 0;
    for (int i = 0; i < rows; i++) any |= first[(size_t)i * m->nv + k] != 0;
    if (any) col[n++] = k;
  }
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < n; k++) J[i * n + k] = first[(size_t)i * m->nv + col[k]];
  }
  return n;
}

// The dof of a row that has one alone, with an entry of 1 or -1; else -1.
static int only_dof(const mjModel* m, const mjData* d, int row) {
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_FRICTION_DOF: return id;
    case mjCNSTR_LIMIT_JOINT: return joint_is_scalar(m->jnt_type[id]) ? m->jnt_dofadr[id] : -1;
    default: return -1;
  }
}

void add_constraint_hessian(const mjModel* m, mjData* d, const body_resistance* blocks,
                            const clusters* at, mjtNum* H, int* loaded) {
  if (!d->nefc) return;
  mj_markStack(d);
  size_t nv = m->nv;
  int *col = mj_stackAllocInt(d, 2 * nv), *dof = col + nv;
  mjtNum *J = mj_stackAllocNum(d, 20 * nv), *WJ = J + 10 * nv;
  for (int row = 0, rows; row < d->nefc; row += rows) {
    rows = block_at(m, d, row).n;
    int active = 0;
    for (int i = row; i < row + rows; i++) {
      active |= d->efc_state[i] == mjCNSTRSTATE_QUADRATIC || d->efc_state[i] == mjCNSTRSTATE_CONE;
    }
    if (!active || row_is_in_block(m, d, blocks, row, rows)) continue;
    int only = only_dof(m, d, row);
    if (only >= 0) {
      square_row(at, H, only)[at->local[only]] += d->efc_D[row];
      loaded[at->of[only]] = 1;
      continue;
    }
    int n = pack_columns(m, d, row, rows, col, J);
    weigh_rows(d, row, rows, n, J, WJ);
    if (n) loaded[at->of[col[0]]] = 1;
    // map columns to indices in the cluster
    int run = 1;
    for (int k = 0; k < n; k++) {
      dof[k] = col[k];
      col[k] = at->local[col[k]];
      run &= col[k] == col[0] + k;
    }
    for (int i = 0; i < n; i++) {
      mjtNum* to = square_row(at, H, dof[i]);
      for (int r = 0; r < rows; r++) {
        mjtNum s = J[r * n + i];
        if (s == 0) continue;
        if (run) {
          vec_axpy(to + col[0], s, WJ + r * n, i + 1);
        } else {
          for (int k = 0; k <= i; k++) to[col[k]] += s * WJ[r * n + k];
        }
      }
    }
  }
  mj_freeStack(d);
}
