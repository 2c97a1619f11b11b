// mj_fwdConstraint: selects the starting point and the solver, by island or for the whole problem.

#include <math.h>
#include <string.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "constraint/discrete.h"
#include "constraint/hard/refuse.h"
#include "constraint/hard/step.h"
#include "constraint/operator/dual.h"
#include "constraint/rows.h"
#include "constraint/solve/island_solve.h"
#include "constraint/solver.h"
#include "dynamics/free_body.h"
#include "model/level.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "model/timer.h"
#include "model/pattern.h"

static const mjtNum* smooth_force(const mjData* d, const problem_start* start) {
  return start->metric ? start->metric->force : d->qfrc_smooth;
}

// 1/2 (M a - force)' (a - a_smooth)
static mjtNum gauss_cost(const mjModel* m, const mjData* d, const problem_start* start,
                         const mjtNum* a) {
  const mjtNum* force = smooth_force(d, start);
  mjtNum sum = 0;
  FOR_AWAKE(w, m, d) {
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      sum += (start->Ma[i] - force[i]) * (a[i] - d->qacc_smooth[i]);
    }
  }
  return 0.5 * sum;
}

// Sleeping trees are left out: they get the smooth acceleration and no forces.  This is set once,
// when trees have woken or fallen asleep.
static void leave_asleep(const mjModel* m, mjData* d) {
  if (!d->flg_awake) return;
  for (int i = 0; i < m->nv; i++) {
    if (body_sleeps(d, m->dof_bodyid[i])) {
      d->qacc[i] = d->qacc_smooth[i];
      d->qfrc_constraint[i] = 0;
    }
  }
  d->flg_awake = 0;
}

static void copy_awake(const mjModel* m, const mjData* d, mjtNum* to, const mjtNum* from) {
  FOR_AWAKE(w, m, d) vec_copy(to + w.at.dof, from + w.at.dof, w.at.dofend - w.at.dof);
}

// Start at the smooth acceleration.
static void start_smooth(const mjModel* m, mjData* d, const problem_start* start) {
  copy_awake(m, d, d->qacc, d->qacc_smooth);
  copy_awake(m, d, start->Ma, smooth_force(d, start));
  vec_copy(start->jar, d->efc_b, d->nefc);
}

// jar at the acceleration of the previous step.
static void warm_jar(const mjModel* m, mjData* d, mjtNum* jar) {
  mj_mulJacVec(m, d, jar, d->qacc_warmstart);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
}

// Primal solvers start at the previous or the smooth acceleration, whichever has the lower cost.
static void start_acceleration(const mjModel* m, mjData* d, const problem_start* start) {
  mjtNum *Ma = start->Ma, *jar = start->jar;
  if (mjDISABLED(mjDSBL_WARMSTART)) {
    start_smooth(m, d, start);
    return;
  }
  row_set rows = rows_of(m, d);
  warm_jar(m, d, jar);
  if (start->metric) metric_mul(start->metric, Ma, d->qacc_warmstart);
  FOR_AWAKE(w, m, d) {
    if (start->metric) break;
    csr_part p = part_of_M(m, w.at.dof, w.at.dofend);
    tree_mul_vec_part(Ma, d->M, d->qacc_warmstart, &p);
  }
  mjtNum warm = cost_update(&rows, jar, d->efc_force, d->efc_state, 0) +
                gauss_cost(m, d, start, d->qacc_warmstart);
  mjtNum smooth = cost_update(&rows, d->efc_b, d->efc_force, d->efc_state, 0);
  // if both costs are infinite use the smooth start, so that invalid forces show up
  if (warm <= smooth && isfinite(warm)) {
    copy_awake(m, d, d->qacc, d->qacc_warmstart);
  } else {
    start_smooth(m, d, start);
  }
}

// Dual solvers start at the forces of the previous acceleration, unless zero forces have a lower
// cost.
static void start_force(const mjModel* m, mjData* d, const problem_start* start) {
  vec_zero(d->efc_force, d->nefc);
  if (mjDISABLED(mjDSBL_WARMSTART)) return;
  problem p = problem_whole(m, d, start);
  warm_jar(m, d, start->jar);
  cost_update(&p.rows, start->jar, d->efc_force, d->efc_state, 0);
  if (!(dual_cost(d, &p) <= 0)) vec_zero(d->efc_force, d->nefc);
}

// Dual solvers use islands since 3.11.
static int takes_islands(const mjModel* m, const constraint_solver* solver) {
  return solver->scope == SOLVES_ISLANDS ||
         (solver->moves == MOVES_FORCE && level_has(m, engLEVEL_PGS));
}

// Islands are used if the solver supports them, and if no other solver follows that does not.
static int uses_islands(const mjModel* m, const mjData* d, const constraint_solver* solver,
                        const metric* g) {
  const constraint_solver* after = solver_after(m);
  if (g && d->nisland > 0 && !metric_has_islands(m, d, g)) return 0;
  return !mjDISABLED(mjDSBL_ISLAND) && d->nisland > 0 && takes_islands(m, solver) &&
         (!after || takes_islands(m, after));
}

static void run_solver(const mjModel* m, mjData* d, const constraint_solver* solver,
                       const problem_start* start) {
  if (uses_islands(m, d, solver, start->metric)) {
    island_solve(m, d, solver, start);
  } else {
    problem p = problem_whole(m, d, start);
    solver->solve(d, &p);
  }
}

// The regularisation of rows depends on the integrator: if that has changed since, it is computed
// again.
static void renew_rows(const mjModel* m, mjData* d) {
  if ((d->efm_rows != ROWS_AS_THEY_ARE) == is_discrete(m)) return;
  mj_makeConstraint(m, d);
  mj_island(m, d);
  mj_referenceConstraint(m, d);
}

static void solve_rows(const mjModel* m, mjData* d) {
  const constraint_solver* solver = solver_of(m);
  mj_markStack(d);
  problem_start start = {
      .jar = mj_stackAllocNum(d, d->nefc), .Ma = mj_stackAllocNum(d, m->nv), .b = d->efc_b};
  if (some_asleep(m, d)) vec_copy(start.Ma, d->qfrc_smooth, m->nv);
  metric g;
  if (is_discrete(m)) {
    g = metric_make(m, d);
    start.metric = &g;
    discrete_rows(m, d, &g);
  }
  mj_mulJacVec(m, d, d->efc_b, d->qacc_smooth);
  vec_sub(d->efc_b, d->efc_b, d->efc_aref, d->nefc);
  if (solver->moves == MOVES_FORCE) {
    start_force(m, d, &start);
  } else if (solver->moves == MOVES_IMPULSE) {
    start.hard = hard_step_make(m, d);
  } else {
    start_acceleration(m, d, &start);
  }
  run_solver(m, d, solver, &start);
  if (solver_after(m)) run_solver(m, d, solver_after(m), &start);
  mj_freeStack(d);
}

static void turn_free_bodies(const mjModel* m, mjData* d) {
  int body = 1;
  while (body < m->nbody && !is_free_body(m, body)) body++;
  if (body >= m->nbody) return;
  mj_markStack(d);
  metric g = metric_make(m, d);
  metric_turn_free_bodies(m, d, &g, d->qacc);
  mj_freeStack(d);
}

// No rows: the acceleration is the smooth one.
static void leave_free(const mjModel* m, mjData* d) {
  FOR_AWAKE(w, m, d) {
    int first = w.at.dof, n = w.at.dofend - first;
    vec_zero(d->qfrc_constraint + first, n);
    vec_copy(d->qacc + first, d->qacc_smooth + first, n);
  }
}

NOT_INLINED static void find_forces(const mjModel* m, mjData* d) {
  FOR_AWAKE(w, m, d) vec_zero(d->qfrc_constraint + w.at.dof, w.at.dofend - w.at.dof);
  const constraint_solver* solver = solver_of(m);
  char refusal[200];
  renew_rows(m, d);
  if (!d->nefc) {
    leave_free(m, d);
  } else if (!solver) {
    mju_error("the solver type %d is unknown", m->opt.solver);
  } else if (solver->moves == MOVES_IMPULSE && hard_refuses(m, refusal, sizeof refusal)) {
    mju_error("%s", refusal);
  } else if (!stack_try_stage(m, d, solve_rows)) {
    rows_give_up(d);
    leave_free(m, d);
  }
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum time = timer_now();
  if (some_asleep(m, d)) leave_asleep(m, d);
  memset(d->solver_niter, 0, sizeof(d->solver_niter));
  if (d->nefc) {
    find_forces(m, d);
  } else {
    leave_free(m, d);
  }
  if (is_discrete(m)) turn_free_bodies(m, d);
  timer_count(d, mjTIMER_CONSTRAINT, time);
}
