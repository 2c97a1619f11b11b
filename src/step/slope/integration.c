// Euler without damping uses acc = qacc.  The other integrators solve
//   E acc = g,  g = M qacc,  E = M + h diag(damping), or M - h D with D the damping of all forces:
//   dacc = E^-1 (M dqacc + dM (qacc - acc) + h dD acc).
// D is mjData.qDeriv: clamping of forces and controls is ignored.  The contribution of the bias c
// to it is linear in the velocity, because c is quadratic; hence, exactly,
//   d(D acc) = -(dc(q, v + acc) - dc(q, v - acc)) / 2.
#include "step/slope/integration.h"

#include <engine/base.h>
#include <engine/math.h>

#include "dynamics/derivative.h"
#include "dynamics/fluid.h"
#include "dynamics/implicit_matrix.h"
#include "dynamics/slope/passive_slope.h"
#include "dynamics/slope/tendon_inertia_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "dynamics/slope/transmission_slope.h"
#include "kinematics/flex.h"
#include "math/dense.h"
#include "math/dense_lu.h"
#include "math/sparse.h"
#include "model/joint_type.h"
#include "model/pattern.h"

int turn_slopes(const mjModel* m, int j, const mjtNum* v, mjtNum t, mjtNum Qq[9], mjtNum Qv[9]) {
  int quat = joint_quat(m->jnt_type[j]);
  if (quat < 0) return -1;
  int dof = m->jnt_dofadr[j] + quat;
  mjd_quatIntegrate(v + dof, t, Qq, Qv, NULL);
  return dof;
}

static int is_symmetric(const mjModel* m) { return m->opt.integrator != mjINT_IMPLICIT; }

// E on the pattern of M or, where it is not symmetric, of D.
static void pack_matrix(const acceleration_slope* a, mjtNum* packed) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  int full = !is_symmetric(m);
  if (m->opt.integrator == mjINT_EULER) {
    euler_matrix(m, d, packed, part_of_M(m, 0, m->nv));
    return;
  }
  derivative_velocity(m, d, full);
  if (full) {
    implicit_matrix(m, d, packed, part_of_D(m, 0, m->nv));
  } else {
    implicit_fast_matrix(m, d, packed, part_of_M(m, 0, m->nv));
  }
}

// E in square blocks; only its lower triangle where it is symmetric.
static mjtNum* integrator_matrix(const acceleration_slope* a) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  size_t n = c->square[c->n];
  mjtNum* E = mj_stackAllocNum(d, n + 1);
  memset(E, 0, sizeof(mjtNum) * n);
  int full = !is_symmetric(m);
  mj_markStack(d);
  mjtNum* packed = mj_stackAllocNum(d, (size_t)(full ? m->nD : m->nC) + 1);
  pack_matrix(a, packed);
  const int *adr = full ? m->D_rowadr : m->M_rowadr, *nnz = full ? m->D_rownnz : m->M_rownnz;
  const int* col = full ? m->D_colind : m->M_colind;
  for (int i = 0; i < m->nv; i++) {
    mjtNum* row = square_row(c, E, i);
    for (int k = adr[i]; k < adr[i] + nnz[i]; k++) { row[c->local[col[k]]] = packed[k]; }
  }
  mj_freeStack(d);
  return E;
}

static void factor_integrator(const acceleration_slope* a, mjtNum* E) {
  const clusters* c = &a->at;
  for (int k = 0; k < c->n; k++) {
    mjtNum* block = E + c->square[k];
    if (is_symmetric(a->m)) {
      dense_lu_factor_symmetric(block, cluster_size(c, k));
    } else {
      dense_lu_factor(block, cluster_size(c, k));
    }
  }
}

void integrator_solve(const acceleration_slope* a, const integrator* x, int transposed, mjtNum* y) {
  if (x->LD) {
    ldl_solve(y, x->LD, x->inverse, pattern_of_M(a->m));
  } else {
    clusters_solve(a, x->E, transposed, y);
  }
}

// Multiply all columns with M.
static void multiply_inertia(acceleration_slope* a) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  for (int k = 0; k < c->n; k++) {
    int n = cluster_size(c, k), width = c->width[k];
    if (a->skips && !a->loaded[k]) continue;
    mj_markStack(d);
    size_t size = (size_t)n * (size_t)width;
    mjtNum *X = a->R + c->block[k], *old = mj_stackAllocNum(d, size + 1);
    memcpy(old, X, sizeof(mjtNum) * size);
    memset(X, 0, sizeof(mjtNum) * size);
    for (int r = 0; r < n; r++) {
      int i = c->dof[c->first[k] + r];
      for (int e = m->M_rowadr[i]; e < m->M_rowadr[i] + m->M_rownnz[i]; e++) {
        size_t s = c->local[m->M_colind[e]];
        vec_axpy(X + (size_t)r * width, d->M[e], old + s * width, width);
        if ((int)s != r) vec_axpy(X + s * width, d->M[e], old + (size_t)r * width, width);
      }
    }
    mj_freeStack(d);
  }
}

// --- entries of D that are dropped --------------------------------------------------------------
//
// D has entries only between dofs and their ancestors, for implicitfast only on the pattern of M.
// A damper between branches or trees has further entries, which are dropped, so that (D acc)_i is a
// sum over the pattern of row i.  Rows with the same pattern are processed together, with acc set
// to 0 outside of it.

static int in_pattern(const mjModel* m, int i, int j) {
  int full = m->opt.integrator == mjINT_IMPLICIT, row = i > j ? i : j, other = i > j ? j : i;
  const int* col = full ? m->D_colind + m->D_rowadr[row] : m->M_colind + m->M_rowadr[row];
  int n = full ? m->D_rownnz[row] : m->M_rownnz[row];
  for (int k = 0; k < n; k++) {
    if (col[k] == other) return 1;
  }
  return 0;
}

static int is_within_pattern(const mjModel* m, sparse_row x) {
  for (int i = 0; i < x.n; i++) {
    for (int k = 0; k < i; k++) {
      int a = x.col ? x.col[i] : i, b = x.col ? x.col[k] : k;
      if (x.value[i] != 0 && x.value[k] != 0 && !in_pattern(m, a, b)) return 0;
    }
  }
  return 1;
}

// Whether any damper has dropped entries.
static int damping_is_cut(const mjModel* m, const mjData* d) {
  int simple = 0, full = m->opt.integrator == mjINT_IMPLICIT;
  for (int i = 0; i < m->nv; i++) simple |= m->dof_simplenum[i] != 0;
  if (!full && simple && has_medium(m)) return 1;
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_damping[t] != 0 && !is_within_pattern(m, tendon_vector(m, d, t))) return 1;
  }
  // an edge connects two bodies
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_edgedamping[f] != 0 && flex_has_edges(m, f)) return 1;
  }
  for (int i = 0; i < m->nu; i++) {
    int damps =
        (m->actuator_gaintype[i] == mjGAIN_AFFINE && m->actuator_gainprm[mjNGAIN * i + 2]) ||
        (m->actuator_biastype[i] == mjBIAS_AFFINE && m->actuator_biasprm[mjNBIAS * i + 2]) ||
        m->actuator_gaintype[i] == mjGAIN_MUSCLE;
    if (damps && !is_within_pattern(m, moment_of(d, i))) return 1;
  }
  return 0;
}

// s += d(D x), without the bias.
static void add_force_damping(acceleration_slope* a, slope* s, const mjtNum* x) {
  mj_markStack(a->d);
  carried carries = carried_by(a->m, a->d, x);
  add_passive_damping_slope(s, &a->vel, x, &carries);
  if (a->m->nu) add_actuator_damping_slope(s, &a->vel, x, &carries);
  slope_close(s, NULL);
  mj_freeStack(a->d);
}

// Mark the dofs whose pattern equals that of i in `group` and `done`.
static void find_pattern_group(const mjModel* m, int i, int* done, mjtNum* group) {
  vec_zero(group, m->nv);
  for (int k = i; k < m->nv; k++) {
    int same = !done[k];
    for (int e = 0; same && e < m->nv; e++) same = in_pattern(m, i, e) == in_pattern(m, k, e);
    if (!same) continue;
    done[k] = 1;
    group[k] = 1;
  }
}

// The same, with acc restricted to the pattern of each row.
static void add_cut_damping(acceleration_slope* a, slope* s, const mjtNum* acc) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  size_t nv = m->nv, size = s->R ? c->block[c->n] : 0;
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, 3 * nv), *group = x + nv, *rows = group + nv;
  mjtNum* part = mj_stackAllocNum(d, size + 1);
  int* done = mj_stackAllocInt(d, nv);
  memset(done, 0, sizeof(int) * nv);
  slope one = *s;
  for (int i = 0; i < m->nv; i++) {
    if (done[i]) continue;
    find_pattern_group(m, i, done, group);
    for (int k = 0; k < m->nv; k++) x[k] = in_pattern(m, i, k) ? acc[k] : 0;
    if (s->left) {
      vec_mul(rows, s->left, group, m->nv);
      one.left = rows;
    } else if (s->out) {
      vec_zero(rows, m->nv);
      one.out = rows;
    } else {
      memset(part, 0, sizeof(mjtNum) * size);
      one.R = part;
    }
    add_force_damping(a, &one, x);
    for (int k = 0; k < m->nv; k++) {
      if (group[k] == 0 || s->left) continue;
      if (s->out) {
        s->out[k] += rows[k];
      } else {
        mjtNum* to = cluster_row(c, s->R, k);
        vec_add(to, to, cluster_row(c, part, k), c->width[c->of[k]]);
      }
    }
  }
  mj_freeStack(d);
}

// Whether the damping of an actuator is a number times a constant vector.
static int damps_constantly(const mjModel* m, int i) {
  int joint =
      m->actuator_trntype[i] == mjTRN_JOINT || m->actuator_trntype[i] == mjTRN_JOINTINPARENT;
  if (m->actuator_gaintype[i] == mjGAIN_MUSCLE || m->actuator_biastype[i] == mjBIAS_MUSCLE)
    return 0;
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE && m->actuator_gainprm[mjNGAIN * i + 2] != 0)
    return 0;
  return joint && joint_nv(m->jnt_type[m->actuator_trnid[2 * i]]) == 1;
}

// Whether the matrix depends on the state or the controls other than through M.
static int has_damping(const mjModel* m) {
  if (m->opt.integrator == mjINT_EULER || m->flg_dofdamping) return m->flg_dofdamping;
  int varies = m->opt.integrator == mjINT_IMPLICIT || has_medium(m) || m->ntendon || m->nflex;
  for (int i = 0; !varies && i < m->nu; i++) varies = !damps_constantly(m, i);
  return varies;
}

// s += d(D acc).
static void add_damping(acceleration_slope* a, slope* s, const mjtNum* acc) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  if (m->opt.integrator == mjINT_EULER) {
    add_dof_damping_slope(s, acc);
    return;
  }
  mj_markStack(d);
  if (m->opt.integrator == mjINT_IMPLICIT) {
    mjtNum* v = mj_stackAllocNum(d, m->nv);
    vec_add(v, d->qvel, acc, m->nv);
    slope_subtract_inertial(s, &(inertial_motion){v, NULL, 0, 0.5});
    vec_sub(v, d->qvel, acc, m->nv);
    slope_subtract_inertial(s, &(inertial_motion){v, NULL, 0, -0.5});
  }
  if (damping_is_cut(m, d)) {
    add_cut_damping(a, s, acc);
  } else {
    add_force_damping(a, s, acc);
  }
  mj_freeStack(d);
}

int inputs_change_damping(const mjModel* m) {
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) return 0;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) return 1;
    if (m->actuator_gaintype[i] == mjGAIN_AFFINE && m->actuator_gainprm[mjNGAIN * i + 2] != 0) {
      return 1;
    }
  }
  return 0;
}

void add_damper_within(const mjModel* m, sparse_row row, mjtNum scale, const mjtNum* acc,
                       mjtNum* x) {
  for (int i = 0; i < row.n; i++) {
    mjtNum rate = 0;
    int dof = row.col ? row.col[i] : i;
    for (int e = 0; e < row.n; e++) {
      int other = row.col ? row.col[e] : e;
      if (row.value[e] != 0 && in_pattern(m, dof, other)) rate += row.value[e] * acc[other];
    }
    x[dof] += scale * row.value[i] * rate;
  }
}

// Derivative of D acc by the input of actuator u, within the pattern of D: m' gain_v (m acc).
// Returns 0 if it is zero; otherwise x (nv) is nonzero only at the dofs of the moment.
static int damping_by_input(const acceleration_slope* a, const mjtNum* acc, int u, mjtNum* x) {
  const mjModel* m = a->m;
  mjtNum gain = actuator_damping_by_input(m, a->d, u);
  if (gain == 0 || a->slot[u] < 0) return 0;
  vec_zero(x, m->nv);
  add_damper_within(m, moment_of(a->d, u), gain, acc, x);
  return 1;
}

static void find_input_damping(const acceleration_slope* a, const integrator* x, mjtNum* by_input) {
  const mjModel* m = a->m;
  for (int u = 0; u < m->nu; u++) {
    mjtNum* row = by_input + (size_t)u * (size_t)m->nv;
    if (!damping_by_input(a, x->acc, u, row)) {
      vec_zero(row, m->nv);
      continue;
    }
    vec_scale(row, row, m->opt.timestep, m->nv);
    integrator_solve(a, x, 0, row);
  }
}

// s += dM (qacc - acc), unless that has been included already.
static void add_rest(const acceleration_slope* a, slope* s, const integrator* x) {
  if (a->acc_of_both) return;
  slope_subtract_inertial(s, &(inertial_motion){NULL, x->rest, 0, -1});
  subtract_tendon_inertia(s, NULL, x->rest, -1);
}

// Lower triangle of M in square blocks.
static mjtNum* inertia_blocks(const acceleration_slope* a) {
  const mjModel* m = a->m;
  const clusters* c = &a->at;
  size_t n = c->square[c->n];
  mjtNum* E = mj_stackAllocNum(a->d, n + 1);
  memset(E, 0, sizeof(mjtNum) * n);
  for (int i = 0; i < m->nv; i++) {
    mjtNum* row = square_row(c, E, i);
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      row[c->local[m->M_colind[k]]] = a->d->M[k];
    }
  }
  return E;
}

integrator integrator_with_matrix(const acceleration_slope* a) {
  const clusters* c = &a->at;
  integrator x = integrator_open(a, 0);
  if (x.damped) return x;
  x.E = inertia_blocks(a);
  for (int k = 0; k < c->n; k++) {
    dense_lu_factor_symmetric(x.E + c->square[k], cluster_size(c, k));
  }
  return x;
}

void add_matrix_slope(acceleration_slope* a, slope* s, const mjtNum* acc) {
  if (a->m->opt.integrator == mjINT_EULER ? euler_damps(a->m) && has_damping(a->m)
                                          : has_damping(a->m)) {
    add_damping(a, s, acc);
  }
}

integrator integrator_open(const acceleration_slope* a, int with_damping) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  integrator x = {.acc = mj_stackAllocNum(d, 2 * (size_t)m->nv + 1)};
  x.rest = x.acc + m->nv;
  vec_copy(x.acc, d->qacc, m->nv);
  vec_zero(x.rest, m->nv);
  int may_damp = !mjDISABLED(mjDSBL_EULERDAMP) && !mjDISABLED(mjDSBL_DAMPER);
  x.damped = m->opt.integrator != mjINT_EULER || euler_damps(m) || (with_damping && may_damp);
  if (!x.damped) return x;
  int columns = a->at.block[a->at.n] > 0;
  if (columns || !is_symmetric(m)) {
    x.E = integrator_matrix(a);
    factor_integrator(a, x.E);
  } else {
    x.LD = mj_stackAllocNum(d, (size_t)m->nC + (size_t)m->nv + 1);
    x.inverse = x.LD + m->nC;
    pack_matrix(a, x.LD);
    ldl_factor(x.LD, x.inverse, pattern_of_M(m));
  }
  // M qacc rather than the forces, so that the solver's residual does not enter the derivatives
  tree_mul_vec(x.acc, d->M, d->qacc, pattern_of_M(m));
  integrator_solve(a, &x, 0, x.acc);
  vec_sub(x.rest, d->qacc, x.acc, m->nv);
  return x;
}

void integrate_whole(acceleration_slope* a, const integrator* x, mjtNum* by_input) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  if (!x->damped) return;
  multiply_inertia(a);
  slope s = {.m = m, .d = d, .at = c, .R = a->R};
  add_rest(a, &s, x);
  if (has_damping(m)) {
    size_t n = c->block[c->n];
    mj_markStack(d);
    s.R = mj_stackAllocNum(d, n + 1);
    memset(s.R, 0, sizeof(mjtNum) * n);
    slope_open(&s);
    add_damping(a, &s, x->acc);
    vec_axpy(a->R, m->opt.timestep, s.R, (int)n);
    mj_freeStack(d);
    if (by_input) find_input_damping(a, x, by_input);
  }
  for (int k = 0; k < c->n; k++) {
    dense_lu_solve(x->E + c->square[k], cluster_size(c, k), a->R + c->block[k], c->width[k],
                   c->width[k]);
  }
}

integrator discrete_inverse_open(const acceleration_slope* a, const mjtNum* discrete) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  integrator x = {.damped = m->opt.integrator != mjINT_EULER || euler_damps(m)};
  x.acc = mj_stackAllocNum(d, 2 * (size_t)m->nv + 1);
  x.rest = x.acc + m->nv;
  vec_copy(x.acc, discrete, m->nv);
  vec_sub(x.rest, d->qacc, discrete, m->nv);
  if (!x.damped) return x;
  x.E = integrator_matrix(a);
  for (int i = 0; is_symmetric(m) && i < m->nv; i++) {
    const mjtNum* row = square_row(c, x.E, i);
    for (int k = 0; k < c->local[i]; k++) {
      int j = c->dof[c->first[c->of[i]] + k];
      square_row(c, x.E, j)[c->local[i]] = row[k];
    }
  }
  return x;
}

// X (n x width) = H M^-1 X for cluster k; H is given by its lower triangle.
static void weigh_by_response(const acceleration_slope* a, int k, mjtNum* X, int width) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  int n = cluster_size(c, k);
  const mjtNum* H = a->H + c->square[k];
  mj_markStack(d);
  size_t size = (size_t)n * (size_t)width;
  mjtNum *M = mj_stackAllocNum(d, (size_t)n * (size_t)n), *Y = mj_stackAllocNum(d, size + 1);
  memset(M, 0, sizeof(mjtNum) * (size_t)n * (size_t)n);
  for (int r = 0; r < n; r++) {
    int i = c->dof[c->first[k] + r];
    for (int e = m->M_rowadr[i]; e < m->M_rowadr[i] + m->M_rownnz[i]; e++) {
      M[(size_t)r * (size_t)n + (size_t)c->local[m->M_colind[e]]] = d->M[e];
    }
  }
  dense_lu_factor_symmetric(M, n);
  dense_lu_solve(M, n, X, width, width);
  memcpy(Y, X, sizeof(mjtNum) * size);
  memset(X, 0, sizeof(mjtNum) * size);
  for (int r = 0; r < n; r++) {
    for (int e = 0; e < n; e++) {
      mjtNum h =
          e <= r ? H[(size_t)r * (size_t)n + (size_t)e] : H[(size_t)e * (size_t)n + (size_t)r];
      if (h != 0) vec_axpy(X + (size_t)r * (size_t)width, h, Y + (size_t)e * (size_t)width, width);
    }
  }
  mj_freeStack(d);
}

void discrete_inverse_whole(acceleration_slope* a, integrator* x) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  if (!x->damped) return;
  size_t n = c->block[c->n];
  mj_markStack(d);
  slope s = {.m = m, .d = d, .at = c, .R = mj_stackAllocNum(d, n + 1)};
  memset(s.R, 0, sizeof(mjtNum) * n);
  if (has_damping(m)) {
    slope_open(&s);
    add_damping(a, &s, x->acc);
    vec_scale(s.R, s.R, m->opt.timestep, (int)n);
  }
  add_rest(a, &s, x);
  for (int k = 0; k < c->n; k++) {
    weigh_by_response(a, k, s.R + c->block[k], c->width[k]);
    weigh_by_response(a, k, x->E + c->square[k], cluster_size(c, k));
  }
  vec_add(a->R, a->R, s.R, (int)n);
  mj_freeStack(d);
}

void integrate_back(acceleration_slope* a, const integrator* x, const mjtNum* w, mjtNum* beta,
                    mjtNum* qbar, mjtNum* vbar, mjtNum* input_bar) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  if (!x->damped) {
    if (beta != w) vec_copy(beta, w, m->nv);
    return;
  }
  mj_markStack(d);
  mjtNum *y = mj_stackAllocNum(d, 3 * (size_t)m->nv + 1), *hy = y + m->nv, *by = hy + m->nv;
  vec_copy(y, w, m->nv);
  integrator_solve(a, x, 1, y);
  acceleration_multiply(a, beta, y);
  vec_scale(hy, y, m->opt.timestep, m->nv);
  slope s = {.m = m, .d = d, .at = &a->at, .left = y, .qbar = qbar, .vbar = vbar};
  add_rest(a, &s, x);
  if (has_damping(m)) {
    s.left = hy;
    slope_open(&s);
    add_damping(a, &s, x->acc);
    for (int u = 0; input_bar && u < m->nu; u++) {
      if (damping_by_input(a, x->acc, u, by)) input_bar[u] += vec_dot(by, hy, m->nv);
    }
  }
  mj_freeStack(d);
}

void integrate_along(acceleration_slope* a, const integrator* x, const mjtNum* dq, const mjtNum* dv,
                     const mjtNum* dinput, mjtNum* dacc) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  if (!x->damped) return;
  mj_markStack(d);
  mjtNum *g = mj_stackAllocNum(d, 2 * (size_t)m->nv + 1), *by = g + m->nv;
  vec_zero(by, m->nv);
  acceleration_multiply(a, g, dacc);
  slope s = {.m = m, .d = d, .at = &a->at, .dq = dq, .dv = dv, .out = g};
  add_rest(a, &s, x);
  if (has_damping(m)) {
    s.out = by;
    slope_open(&s);
    add_damping(a, &s, x->acc);
    vec_axpy(g, m->opt.timestep, by, m->nv);
    for (int u = 0; dinput && u < m->nu; u++) {
      if (damping_by_input(a, x->acc, u, by)) vec_axpy(g, m->opt.timestep * dinput[u], by, m->nv);
    }
  }
  integrator_solve(a, x, 0, g);
  vec_copy(dacc, g, m->nv);
  mj_freeStack(d);
}

void integrate_position_along(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x,
                              const mjtNum* y) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum Qq[9], Qv[9], a[3], b[3];
    int turning = turn_slopes(m, j, v, t, Qq, Qv), first = m->jnt_dofadr[j];
    int plain = joint_nv(m->jnt_type[j]) - (turning >= 0 ? 3 : 0);
    for (int i = first; i < first + plain; i++) x[i] += t * y[i];
    if (turning < 0) continue;
    mat3_mul_vec(a, Qq, x + turning);
    mat3_mul_vec(b, Qv, y + turning);
    for (int k = 0; k < 3; k++) x[turning + k] = a[k] + t * b[k];
  }
}

void integrate_position_back(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x, mjtNum* y) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum Qq[9], Qv[9], b[3];
    int turning = turn_slopes(m, j, v, t, Qq, Qv), first = m->jnt_dofadr[j];
    int plain = joint_nv(m->jnt_type[j]) - (turning >= 0 ? 3 : 0);
    for (int i = first; i < first + plain; i++) y[i] += t * x[i];
    if (turning < 0) continue;
    mat3_tmul_vec(b, Qv, x + turning);
    vec3_axpy(y + turning, t, b);
    mat3_tmul_vec(x + turning, Qq, x + turning);
  }
}
