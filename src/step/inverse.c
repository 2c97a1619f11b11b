// Inverse dynamics: the forces that produce the accelerations in mjData.qacc.
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/hard.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "constraint/discrete.h"
#include "constraint/inverse.h"
#include "dynamics/derivative.h"
#include "dynamics/free_body.h"
#include "dynamics/implicit_matrix.h"
#include "dynamics/metric.h"
#include "math/dense.h"
#include "math/sparse.h"
#include "model/data.h"
#include "model/timer.h"
#include "model/pattern.h"
#include "model/solver_type.h"
#include "step/inverse.h"

void mj_invVelocity(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mj_fwdVelocity(m, d);
}

void continuous_acceleration(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, m->nv);
  int damped = 0;
  switch (m->opt.integrator) {
    case mjINT_EULER:
    case engINT_MIDPOINT:
      damped = dofs_are_damped(m);
      if (damped && !mjDISABLED(mjDSBL_EULERDAMP)) {
        mj_mulM(m, d, force, d->qacc);
        for (int i = 0; i < m->nv; i++) {
          force[i] += m->opt.timestep * dof_damping_slope(m, d, i) * d->qacc[i];
        }
        mj_solveM(m, d, d->qacc, force, 1);
      }
      break;
    case mjINT_IMPLICIT:
      derivative_velocity(m, d, 1);
      implicit_matrix(m, d, d->qLU, part_of_D(m, 0, m->nv));
      csr_mul_vec(force, d->qLU, d->qacc, pattern_of_D(m));
      mj_solveM(m, d, d->qacc, force, 1);
      break;
    case mjINT_IMPLICITFAST:
      derivative_velocity(m, d, 0);
      implicit_fast_matrix(m, d, d->qH, part_of_M(m, 0, m->nv));
      tree_mul_vec(force, d->qH, d->qacc, pattern_of_M(m));
      if (free_bodies_turn(m)) free_bodies_multiply(m, d, force, d->qacc);
      mj_solveM(m, d, d->qacc, force, 1);
      break;
    default: mju_error("mj_inverse: the discrete inverse does not support this integrator");
  }
  mj_freeStack(d);
}

static void inverse(const mjModel* m, mjData* d, int skipstage, int skipsensor,
                    void (*constraint)(const mjModel* m, mjData* d)) {
  mjtNum start = timer_now();
  if (skipstage < mjSTAGE_POS) {
    mj_invPosition(m, d);
    if (!skipsensor) mj_sensorPos(m, d);
    if (mjENABLED(mjENBL_ENERGY)) mj_energyPos(m, d);
  }
  if (skipstage < mjSTAGE_VEL) {
    mj_invVelocity(m, d);
    if (!skipsensor) mj_sensorVel(m, d);
    if (mjENABLED(mjENBL_ENERGY)) mj_energyVel(m, d);
  }

  mj_markStack(d);
  mjtNum* discrete = NULL;
  int is_barrier = m->opt.solver == engSOL_BARRIER;
  if (is_barrier) constraint(m, d);  // uses the discrete-time acceleration
  if (mjENABLED(mjENBL_INVDISCRETE) && !is_discrete(m)) {
    discrete = mj_stackAllocNum(d, m->nv);
    mju_copy(discrete, d->qacc, m->nv);
    continuous_acceleration(m, d);
  }
  metric g;
  if (is_discrete(m)) {
    // the metric depends on all forces except those sought
    mj_fwdActuation(m, d);
    g = metric_make(m, d);
    if (d->nefc) discrete_rows(m, d, &g);
  }
  if (!is_barrier) constraint(m, d);
  vec_copy(d->qfrc_inverse, d->qfrc_bias, m->nv);
  if (!skipsensor) mj_sensorAcc(m, d);

  mjtNum* inertial = mj_stackAllocNum(d, m->nv);
  if (is_discrete(m)) {
    metric_mul(&g, inertial, d->qacc);
    metric_multiply_free_bodies(m, d, &g, inertial, d->qacc);
    for (int i = 0; i < m->nv; i++) inertial[i] -= d->efm_c[i] + d->efm_ca[i];
  } else {
    mj_mulM(m, d, inertial, d->qacc);
  }
  for (int i = 0; i < m->nv; i++) {
    d->qfrc_inverse[i] += inertial[i] - d->qfrc_passive[i] - d->qfrc_constraint[i];
  }
  if (discrete) mju_copy(d->qacc, discrete, m->nv);
  mj_freeStack(d);
  timer_count(d, mjTIMER_INVERSE, start);
}

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  NEED_PAIR(m, d);
  inverse(m, d, skipstage, skipsensor, mj_invConstraint);
}

void inverse_with_cones(const mjModel* m, mjData* d) {
  inverse(m, d, mjSTAGE_NONE, 1, inverse_constraint_with_cones);
}

void mj_inverse(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mj_inverseSkip(m, d, mjSTAGE_NONE, 0);
}

// The sum of all applied and actuator forces, as generalised forces.
static void applied_forces(const mjModel* m, mjData* d, mjtNum* force) {
  for (int i = 0; i < m->nv; i++) force[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * b;
    if (!mju_isZero(wrench, 6)) mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * b, b, force);
  }
}

// Euclidean norm of a - b.
static mjtNum difference(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

// Set qacc to the acceleration from the velocities of this step to those of the next.
static void discrete_acceleration(const mjModel* m, mjData* d) {
  int fast = m->opt.integrator == mjINT_IMPLICITFAST;
  for (int i = 0; i < m->nv; i++) d->qacc[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
  if (!fast && !euler_damps(m)) {
    mj_solveM(m, d, d->qacc, d->qacc, 1);
    return;
  }
  if (fast) {
    derivative_velocity(m, d, 0);
    implicit_fast_matrix(m, d, d->qH, part_of_M(m, 0, m->nv));
  } else {
    euler_matrix(m, d, d->qH, part_of_M(m, 0, m->nv));
  }
  ldl_factor(d->qH, d->qHDiagInv, pattern_of_M(m));
  ldl_solve(d->qacc, d->qH, d->qHDiagInv, pattern_of_M(m));
}

void mj_compareFwdInv(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!d->nefc || (solver_is_hard(m->opt.solver) && m->opt.solver != engSOL_BARRIER)) return;

  mj_markStack(d);
  mjtNum* constraint = mj_stackAllocNum(d, m->nv);
  mjtNum* applied = mj_stackAllocNum(d, m->nv);
  mjtNum* row_force = mj_stackAllocNum(d, d->nefc);
  mju_copy(constraint, d->qfrc_constraint, m->nv);
  mju_copy(row_force, d->efc_force, d->nefc);
  applied_forces(m, d, applied);

  mjtNum* acceleration = mj_stackAllocNum(d, m->nv);
  mju_copy(acceleration, d->qacc, m->nv);
  if (m->opt.solver == engSOL_BARRIER) discrete_acceleration(m, d);
  mj_inverseSkip(m, d, mjSTAGE_VEL, 1);
  mju_copy(d->qacc, acceleration, m->nv);
  d->solver_fwdinv[0] = difference(constraint, d->qfrc_constraint, m->nv);
  d->solver_fwdinv[1] = difference(applied, d->qfrc_inverse, m->nv);

  mju_copy(d->qfrc_constraint, constraint, m->nv);
  mju_copy(d->efc_force, row_force, d->nefc);
  mj_freeStack(d);
}
