// Analytic derivatives of inverse dynamics: minus those of the residual of forward dynamics at the
// given acceleration; by the acceleration itself M + J'W J.
#include <engine/base.h>
#include <engine/derivative.h>
#include <engine/dynamics.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include "dynamics/slope/tendon_inertia_slope.h"
#include "math/dense.h"
#include "model/data.h"
#include "model/solver_type.h"
#include "step/inverse.h"
#include "step/slope/step_slope.h"

// The block of cluster k in a result, out (row: input, column: force) = X' for its dofs.
static void store_block(const acceleration_slope* a, int k, const mjtNum* X, mjtNum* out) {
  const clusters* c = &a->at;
  int n = cluster_size(c, k), nv = a->m->nv;
  const int* dof = c->dof + c->first[k];
  if (n == nv) {  // 0.6 of the instructions of copying one by one on a humanoid
    mat_transpose(out, X, n, n);
    return;
  }
  for (int e = 0; e < n; e++) {
    mjtNum* row = out + (size_t)dof[e] * (size_t)nv;
    for (int i = 0; i < n; i++) row[dof[i]] = X[i * n + e];
  }
}

// out = H, of which the lower triangle is given.
static void store_hessian(const acceleration_slope* a, mjtNum* out) {
  const clusters* c = &a->at;
  int nv = a->m->nv;
  if (!out) return;
  if (c->n > 1) memset(out, 0, sizeof(mjtNum) * (size_t)nv * (size_t)nv);
  for (int i = 0; i < nv; i++) {
    const int* dof = c->dof + c->first[c->of[i]];
    const mjtNum* from = square_row(c, a->H, i);
    for (int e = 0; e <= c->local[i]; e++) out[(size_t)i * (size_t)nv + (size_t)dof[e]] = from[e];
  }
  mat_mirror_lower(out, nv);
}

typedef enum { FROM_SQUARE, FROM_POSITION, FROM_VELOCITY } block_source;

// out = a matrix E in square blocks, or a part of -R.
static void store(const acceleration_slope* a, block_source from, const mjtNum* E, mjtNum* out) {
  const clusters* c = &a->at;
  size_t nv = a->m->nv;
  if (!out) return;
  if (c->n > 1) memset(out, 0, sizeof(mjtNum) * nv * nv);
  mj_markStack(a->d);
  mjtNum* X = mj_stackAllocNum(a->d, nv * nv);
  for (int k = 0; k < c->n; k++) {
    int n = cluster_size(c, k);
    const mjtNum* R = a->R + c->block[k] + (from == FROM_VELOCITY ? n : 0);
    if (from == FROM_SQUARE) {
      vec_copy(X, E + c->square[k], n * n);
    } else {
      for (int i = 0; i < n; i++) vec_scale(X + i * n, R + i * c->width[k], -1, n);
    }
    store_block(a, k, X, out);
  }
  mj_freeStack(a->d);
}

// Whether dof j moves the axis of dof i: it is i, an ancestor of i, or in the group of i.
static int moves(const mjModel* m, int j, int i) {
  int n, first = dof_group(m, i, &n);
  if (j >= first) return j < first + n;
  for (int k = first; k >= 0; k = m->dof_parentid[k]) {
    if (k == j) return 1;
  }
  return 0;
}

// Entry (k, i) of the inertia matrix is S_i . I_k S_k, where i is an ancestor of k or k itself and
// I_k is the inertia of the subtree of k.  A dof j that moves i leaves it unchanged; one that moves
// only k rotates I_k S_k relative to S_i; one below k changes I_k by its own subtree: S_j x* I_j -
// I_j S_j x.
static mjtNum inertia_slope(const mjModel* m, const mjData* d, int i, int k, int j) {
  const mjtNum *Si = d->cdof + 6 * i, *Sk = d->cdof + 6 * k, *Sj = d->cdof + 6 * j;
  mjtNum momentum[6], turned[6], moved[6];
  if (moves(m, j, i)) return 0;
  if (moves(m, j, k)) {
    spatial_inertia_mul(momentum, d->crb + 10 * (size_t)m->dof_bodyid[k], Sk);
    spatial_cross_motion(turned, Sj, Si);
    return -dot6(turned, momentum);
  }
  if (!moves(m, k, j)) return 0;
  const mjtNum* I = d->crb + 10 * (size_t)m->dof_bodyid[j];
  spatial_inertia_mul(momentum, I, Sk);
  spatial_cross_force(turned, Sj, momentum);
  spatial_cross_motion(moved, Sj, Sk);
  spatial_inertia_mul(momentum, I, moved);
  return dot6(Si, turned) - dot6(Si, momentum);
}

static void inertia_slopes(const mjModel* m, mjData* d, mjtNum* out) {
  if (!out) return;
  for (int j = 0; j < m->nv; j++) {
    mjtNum* row = out + (size_t)j * (size_t)m->nM;
    for (int k = 0; k < m->nv; k++) {
      int at = m->dof_Madr[k];
      for (int i = k; i >= 0; i = m->dof_parentid[i]) row[at++] = inertia_slope(m, d, i, k, j);
    }
  }
  add_tendon_inertia_slopes(m, d, out);
}

int eng_inverseDerivatives(const mjModel* m, mjData* d, int flags,
                           const engInverseDerivatives* out) {
  NEED_PAIR_OR(engDERIV_UNSUPPORTED, m, d);
  NEED_OR(engDERIV_UNSUPPORTED, out);
  int actuated = flags & engDERIV_ACTUATION, is_discrete = mjENABLED(mjENBL_INVDISCRETE);
  if (is_discrete && m->opt.integrator == mjINT_RK4) {
    mju_warning("eng_inverseDerivatives: RK4 has no discrete inverse dynamics");
    return engDERIV_UNSUPPORTED;
  }
  if (!(flags & engDERIV_FORWARDED)) {
    inverse_with_cones(m, d);
    if (actuated) mj_fwdActuation(m, d);
  }
  int status = check_slopes(m, d, __func__, COLUMNS_STATE, 0);
  if (status == engDERIV_OK && solver_is_hard(m->opt.solver)) {
    mju_warning("eng_inverseDerivatives: no derivatives of the inverse of hard contact");
    status = engDERIV_UNSUPPORTED;
  }
  if (status != engDERIV_OK) return status;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, (size_t)d->nefc + 1);
  mjtNum* qfrc = mj_stackAllocNum(d, 2 * (size_t)m->nv + 1);
  mjtNum* discrete = qfrc + m->nv;
  vec_copy(discrete, d->qacc, m->nv);
  if (is_discrete) continuous_acceleration(m, d);
  // inverse dynamics leaves them
  int known = !(flags & engDERIV_FORWARDED) || (!is_discrete && solver_leaves_forces(m));
  if (!known) forces_of_acceleration(m, d, force, qfrc);
  acceleration_slope a = acceleration_slope_open(m, d, COLUMNS_STATE);
  a.acting = actuated ? ACTUATORS : 0;
  slope s = {.m = m, .d = d, .at = &a.at, .R = a.R};
  slope_open(&s);
  add_residual_slope(&a, &s);
  store_hessian(&a, out->DfDa);
  if (is_discrete) {
    integrator x = discrete_inverse_open(&a, discrete);
    discrete_inverse_whole(&a, &x);
    if (x.damped) store(&a, FROM_SQUARE, x.E, out->DfDa);
    vec_copy(d->qacc, discrete, m->nv);
  }
  store(&a, FROM_POSITION, NULL, out->DfDq);
  store(&a, FROM_VELOCITY, NULL, out->DfDv);
  inertia_slopes(m, d, out->DmDq);
  if (d->nefc && !known) {
    vec_copy(d->efc_force, force, d->nefc);
    vec_copy(d->qfrc_constraint, qfrc, m->nv);
  }
  mj_freeStack(d);
  return engDERIV_OK;
}

// A single cluster with all dofs: entries between trees are zeros.
void eng_inverseDynamicsDerivative(const mjModel* m, mjData* d, const mjtNum* qacc, mjtNum* Dq,
                                   mjtNum* Dv) {
  NEED_PAIR(m, d);
  if (!m->nv) return;
  NEED(Dq, Dv);
  mj_markStack(d);
  size_t nv = m->nv;
  int* index = mj_stackAllocInt(d, 2 * nv + 3);
  int *dof = index, *of = index + nv, first[2] = {0, m->nv}, width[1] = {2 * m->nv};
  size_t block[2] = {0, 2 * nv * nv}, square[2] = {0, nv * nv};
  for (int i = 0; i < m->nv; i++) {
    dof[i] = i;
    of[i] = 0;
  }
  clusters c = {1, first, dof, of, dof, block, width, square};
  slope s = {.m = m, .d = d, .at = &c, .R = mj_stackAllocNum(d, block[1])};
  memset(s.R, 0, sizeof(mjtNum) * block[1]);
  slope_subtract_inertial(&s, &(inertial_motion){d->qvel, qacc, 1, -1});
  for (size_t i = 0; i < nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      Dq[k] = s.R[i * 2 * nv + (size_t)m->D_colind[k]];
      Dv[k] = s.R[i * 2 * nv + nv + (size_t)m->D_colind[k]];
    }
  }
  mj_freeStack(d);
}
