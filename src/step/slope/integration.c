// Euler without damping adds qacc.  The others solve
//   E acc = g,  g = M qacc,  E = M + h diag(damping), or M - h D with D the damping of all forces:
//   dacc = E^-1 (M dqacc + dM (qacc - acc) + h dD acc).
// D is that of the engine, mjData.qDeriv: limits of forces and controls have no part in it.  What
// the bias adds to it is linear in the velocity, c being quadratic:
//   d(D acc) = -(dc(q, v + acc) - dc(q, v - acc)) / 2   exactly.
#include "step/slope/integration.h"

#include <engine/base.h>
#include <engine/math.h>

#include "dynamics/derivative.h"
#include "dynamics/fluid.h"
#include "dynamics/slope/passive_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "dynamics/slope/transmission_slope.h"
#include "math/dense.h"
#include "math/dense_lu.h"
#include "math/sparse.h"
#include "step/implicit_matrix.h"

int turn_slopes(const mjModel* m, int j, const mjtNum* v, mjtNum t, mjtNum Qq[9], mjtNum Qv[9]) {
  int type = m->jnt_type[j];
  if (type != mjJNT_FREE && type != mjJNT_BALL) return -1;
  int dof = m->jnt_dofadr[j] + (type == mjJNT_FREE ? 3 : 0);
  mjd_quatIntegrate(v + dof, t, Qq, Qv, NULL);
  return dof;
}

static int damps_implicitly(const mjModel* m) {
  if (mjDISABLED(mjDSBL_EULERDAMP) || mjDISABLED(mjDSBL_DAMPER)) return 0;
  for (int i = 0; i < m->nv; i++) {
    if (m->dof_damping[i] > 0) return 1;
  }
  return 0;
}

// E in square blocks, factored.
static mjtNum* integrator_matrix(const acceleration_slope* a) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  size_t n = c->square[c->n];
  mjtNum* E = mj_stackAllocNum(d, n + 1);
  memset(E, 0, sizeof(mjtNum) * n);
  int full = m->opt.integrator == mjINT_IMPLICIT;
  mj_markStack(d);
  mjtNum* packed = mj_stackAllocNum(d, (size_t)(full ? m->nD : m->nC) + 1);
  if (m->opt.integrator == mjINT_EULER) {
    euler_matrix(m, d, packed);
  } else {
    derivative_velocity(m, d, full);
    if (full) {
      implicit_matrix(m, d, packed);
    } else {
      implicit_fast_matrix(m, d, packed);
    }
  }
  const int *adr = full ? m->D_rowadr : m->M_rowadr, *nnz = full ? m->D_rownnz : m->M_rownnz;
  const int* col = full ? m->D_colind : m->M_colind;
  for (int i = 0; i < m->nv; i++) {
    mjtNum* row = square_row(c, E, i);
    for (int k = adr[i]; k < adr[i] + nnz[i]; k++) {
      row[c->local[col[k]]] = packed[k];
      if (!full) square_row(c, E, col[k])[c->local[i]] = packed[k];
    }
  }
  mj_freeStack(d);
  for (int k = 0; k < c->n; k++) dense_lu_factor(E + c->square[k], cluster_size(c, k));
  return E;
}

// X = M X for all columns.
static void multiply_inertia(acceleration_slope* a) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  for (int k = 0; k < c->n; k++) {
    int n = cluster_size(c, k), width = c->width[k];
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
// D has entries between dofs and their ancestors only, for implicitfast just where M has some.  Of
// a damper between branches, or between trees, what is outside this pattern is dropped, so that (D
// acc)_i = sum over the pattern of row i.  Rows of one pattern see acc with 0 elsewhere.

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

// Whether something damps across entries that are dropped.
static int damping_is_cut(const mjModel* m, const mjData* d) {
  int simple = 0, full = m->opt.integrator == mjINT_IMPLICIT;
  for (int i = 0; i < m->nv; i++) simple |= m->dof_simplenum[i] != 0;
  if (!full && simple && has_medium(m)) return 1;
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_damping[t] != 0 && !is_within_pattern(m, tendon_vector(m, d, t))) return 1;
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

// The same with x = acc within the pattern of each row.
static void add_cut_damping(acceleration_slope* a, slope* s, const mjtNum* acc) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  size_t nv = m->nv, size = c->block[c->n];
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, nv), *part = mj_stackAllocNum(d, size + 1);
  int* done = mj_stackAllocInt(d, nv);
  memset(done, 0, sizeof(int) * nv);
  slope one = *s;
  one.R = part;
  for (int i = 0; i < m->nv; i++) {
    if (done[i]) continue;
    for (int k = 0; k < m->nv; k++) x[k] = in_pattern(m, i, k) ? acc[k] : 0;
    memset(part, 0, sizeof(mjtNum) * size);
    add_force_damping(a, &one, x);
    for (int k = i; k < m->nv; k++) {
      int same = !done[k];
      for (int e = 0; same && e < m->nv; e++) same = in_pattern(m, i, e) == in_pattern(m, k, e);
      if (!same) continue;
      done[k] = 1;
      mjtNum* to = cluster_row(c, s->R, k);
      vec_add(to, to, cluster_row(c, part, k), c->width[c->of[k]]);
    }
  }
  mj_freeStack(d);
}

// R += h d(D acc).
static void add_damping_slope(acceleration_slope* a, const mjtNum* acc) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  size_t n = c->block[c->n];
  mj_markStack(d);
  mjtNum* by = mj_stackAllocNum(d, n + 1);
  memset(by, 0, sizeof(mjtNum) * n);
  slope s = {.m = m, .d = d, .at = c, .R = by};
  slope_open(&s);
  if (m->opt.integrator == mjINT_IMPLICIT) {
    mjtNum* v = mj_stackAllocNum(d, m->nv);
    vec_add(v, d->qvel, acc, m->nv);
    slope_subtract_inertial(&s, &(inertial_motion){v, NULL, 0, 0.5});
    vec_sub(v, d->qvel, acc, m->nv);
    slope_subtract_inertial(&s, &(inertial_motion){v, NULL, 0, -0.5});
  }
  if (damping_is_cut(m, d)) {
    add_cut_damping(a, &s, acc);
  } else {
    add_force_damping(a, &s, acc);
  }
  vec_axpy(a->R, m->opt.timestep, by, (int)n);
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

// Controls and activations change D by the gains that depend on velocity:
// h E^-1 m' gain_v (m acc), within the pattern of D.
static void find_input_damping(const acceleration_slope* a, const mjtNum* E, const mjtNum* acc,
                               mjtNum* by_input) {
  const mjModel* m = a->m;
  const clusters* c = &a->at;
  mj_markStack(a->d);
  mjtNum* x = mj_stackAllocNum(a->d, (size_t)m->nv + 1);
  for (int u = 0; u < m->nu; u++) {
    mjtNum* row = by_input + (size_t)u * (size_t)m->nv;
    mjtNum gain = actuator_damping_by_input(m, a->d, u);
    vec_zero(row, m->nv);
    if (gain == 0 || a->slot[u] < 0) continue;
    sparse_row moment = moment_of(a->d, u);
    int k = c->of[moment.col[0]], n = cluster_size(c, k);
    const int* dof = c->dof + c->first[k];
    vec_zero(x, n);
    for (int i = 0; i < moment.n; i++) {
      mjtNum rate = 0;
      for (int e = 0; e < moment.n; e++) {
        if (in_pattern(m, moment.col[i], moment.col[e]))
          rate += moment.value[e] * acc[moment.col[e]];
      }
      x[c->local[moment.col[i]]] = moment.value[i] * rate;
    }
    dense_lu_solve(E + c->square[k], n, x, 1, 1);
    for (int e = 0; e < n; e++) row[dof[e]] = m->opt.timestep * gain * x[e];
  }
  mj_freeStack(a->d);
}

void integrated_acceleration(acceleration_slope* a, mjtNum* acc, mjtNum* by_input) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  const clusters* c = &a->at;
  int euler = m->opt.integrator == mjINT_EULER;
  vec_copy(acc, d->qacc, m->nv);
  if (euler && !damps_implicitly(m)) return;
  mj_markStack(d);
  mjtNum* E = integrator_matrix(a);
  // M qacc, rather than the forces: what a solver has left over has no part in derivatives
  mjtNum *g = mj_stackAllocNum(d, 2 * (size_t)m->nv + 1), *x = g + m->nv;
  tree_mul_vec(g, d->M, d->qacc, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  for (int k = 0; k < c->n; k++) {
    int n = cluster_size(c, k);
    const int* dof = c->dof + c->first[k];
    for (int i = 0; i < n; i++) x[i] = g[dof[i]];
    dense_lu_solve(E + c->square[k], n, x, 1, 1);
    for (int i = 0; i < n; i++) acc[dof[i]] = x[i];
  }

  multiply_inertia(a);
  vec_sub(x, d->qacc, acc, m->nv);
  slope s = {.m = m, .d = d, .at = c, .R = a->R};
  slope_subtract_inertial(&s, &(inertial_motion){NULL, x, 0, -1});
  if (!euler) {
    add_damping_slope(a, acc);
    if (by_input) find_input_damping(a, E, acc, by_input);
  }
  for (int k = 0; k < c->n; k++) {
    dense_lu_solve(E + c->square[k], cluster_size(c, k), a->R + c->block[k], c->width[k],
                   c->width[k]);
  }
  mj_freeStack(d);
}
