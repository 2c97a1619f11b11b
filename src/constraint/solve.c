// mj_fwdConstraint: where to start, which solver, island by island or all at once.

#include <math.h>
#include <string.h>

#include "base/need.h"
#include "constraint/solve/dual.h"
#include "constraint/solve/island_solve.h"
#include "constraint/solve/primal.h"
#include "model/flags.h"
#include "model/timer.h"

// 1/2 (M a - qfrc_smooth)' (a - a_smooth)
static mjtNum gauss_cost(const mjModel* m, const mjData* d, const mjtNum* Ma, const mjtNum* a) {
  mjtNum sum = 0;
  for (int i = 0; i < m->nv; i++) sum += (Ma[i] - d->qfrc_smooth[i]) * (a[i] - d->qacc_smooth[i]);
  return 0.5 * sum;
}

// Start at the smooth acceleration.
static void start_smooth(const mjModel* m, mjData* d, mjtNum* Ma, mjtNum* jar) {
  vec_copy(d->qacc, d->qacc_smooth, m->nv);
  vec_copy(Ma, d->qfrc_smooth, m->nv);
  vec_copy(jar, d->efc_b, d->nefc);
}

// jar at the acceleration of the last step.
static void warm_jar(const mjModel* m, mjData* d, mjtNum* jar) {
  mj_mulJacVec(m, d, jar, d->qacc_warmstart);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
}

// Primal start: qacc, Ma and jar of the last acceleration or of the smooth one, whichever costs
// less.
static void start_primal(const mjModel* m, mjData* d, mjtNum* Ma, mjtNum* jar) {
  if (mjDISABLED(mjDSBL_WARMSTART)) {
    start_smooth(m, d, Ma, jar);
    return;
  }
  row_set rows = rows_of(m, d);
  warm_jar(m, d, jar);
  tree_mul_vec(Ma, d->M, d->qacc_warmstart, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  mjtNum warm = cost_update(&rows, jar, d->efc_force, d->efc_state, 0) +
                gauss_cost(m, d, Ma, d->qacc_warmstart);
  mjtNum smooth = cost_update(&rows, d->efc_b, d->efc_force, d->efc_state, 0);
  // forces without bound cost without bound either way: do not hide them behind old accelerations
  if (warm <= smooth && isfinite(warm)) {
    vec_copy(d->qacc, d->qacc_warmstart, m->nv);
  } else {
    start_smooth(m, d, Ma, jar);
  }
}

// Dual start: the forces at the last acceleration, unless none at all are better.
static void start_dual(const mjModel* m, mjData* d, mjtNum* jar) {
  vec_zero(d->efc_force, d->nefc);
  if (mjDISABLED(mjDSBL_WARMSTART)) return;
  row_set rows = rows_of(m, d);
  warm_jar(m, d, jar);
  cost_update(&rows, jar, d->efc_force, d->efc_state, 0);
  if (!(dual_cost(m, d) <= 0)) vec_zero(d->efc_force, d->nefc);
}

static void solve_primal(const mjModel* m, mjData* d, const problem* p) {
  if (m->opt.solver == mjSOL_CG) {
    cg_solve(m, d, p);
  } else {
    newton_solve(m, d, p);
  }
}

static int uses_islands(const mjModel* m, const mjData* d) {
  return !mjDISABLED(mjDSBL_ISLAND) && d->nisland > 0 && m->opt.noslip_iterations == 0;
}

static void solve_main(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mjtNum* Ma = mj_stackAllocNum(d, m->nv);
  if (m->opt.solver == mjSOL_PGS) {
    start_dual(m, d, jar);
    pgs_solve(m, d);
  } else {
    start_primal(m, d, Ma, jar);
    if (uses_islands(m, d)) {
      island_solve(m, d, Ma, jar, solve_primal);
    } else {
      problem p = problem_whole(m, d, Ma, jar);
      solve_primal(m, d, &p);
    }
  }
  mj_freeStack(d);
}

static void solve_rows(const mjModel* m, mjData* d) {
  mj_mulJacVec(m, d, d->efc_b, d->qacc_smooth);
  vec_sub(d->efc_b, d->efc_b, d->efc_aref, d->nefc);
  solve_main(m, d);
  if (m->opt.noslip_iterations > 0) noslip_solve(m, d);
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  vec_zero(d->qfrc_constraint, m->nv);
  memset(d->solver_niter, 0, sizeof(d->solver_niter));
  // a solver chosen after the position stage may lack its matrix
  if (d->nefc && is_dual(m) && !d->efc_AR) mj_projectConstraint(m, d);
  if (!d->nefc) {
    vec_copy(d->qacc, d->qacc_smooth, m->nv);
  } else if (m->opt.solver < mjSOL_PGS || m->opt.solver > mjSOL_NEWTON) {
    mju_error("the solver type %d is unknown", m->opt.solver);
  } else {
    solve_rows(m, d);
  }
  timer_count(d, mjTIMER_CONSTRAINT, start);
}
