// One step of simulation: forward dynamics and integration.
#include <assert.h>

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/hard.h>
#include <engine/step.h>

#include "model/data.h"
#include "model/stack.h"
#include "model/timer.h"
#include "step/advance.h"
#include "step/energy_rule.h"

void mj_step(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mjtNum start = timer_now();
  const size_t stack = d->pstack;  // to verify that everything allocated on the stack is freed
  (void)stack;
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  advance_to_middle(m, d);
  mj_forward(m, d);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV)) mj_compareFwdInv(m, d);
  switch (m->opt.integrator) {
    case mjINT_EULER: mj_Euler(m, d); break;
    case mjINT_DISCRETE: advance_discrete(m, d); break;
    case engINT_MIDPOINT: advance_midpoint(m, d); break;
    case mjINT_RK4: mj_RungeKutta(m, d, 4); break;
    case mjINT_IMPLICIT:
    case mjINT_IMPLICITFAST: mj_implicit(m, d); break;
    default: mju_error("mj_step: %d is no integrator", m->opt.integrator); return;
  }
  assert(arena_valid(d) && d->pstack == stack);
  timer_count(d, mjTIMER_STEP, start);
}

void mj_step1(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mjtNum start = timer_now();
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  advance_to_middle(m, d);
  mj_fwdPosition(m, d);
  mj_sensorPos(m, d);
  energy_at_position(m, d, 1);
  mj_fwdVelocity(m, d);
  mj_sensorVel(m, d);
  energy_at_velocity(m, d, 1);
  if (mjcb_control) mjcb_control(m, d);
  timer_count(d, mjTIMER_STEP, start);
}

void mj_step2(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mjtNum start = timer_now();
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  mj_sensorAcc(m, d);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV)) mj_compareFwdInv(m, d);
  int integrator = m->opt.integrator;
  if (integrator == mjINT_IMPLICIT || integrator == mjINT_IMPLICITFAST) {
    mj_implicit(m, d);
  } else if (integrator == mjINT_DISCRETE) {
    advance_discrete(m, d);
  } else if (integrator == engINT_MIDPOINT) {
    advance_midpoint(m, d);
  } else {
    mj_Euler(m, d);
  }
  // mj_step1 and mj_step2 together are one step, which mj_step1 has counted
  timer_add(d, mjTIMER_STEP, start);
}
