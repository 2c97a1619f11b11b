#include "base/need.h"
#include "step/advance.h"

#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/hard.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "dynamics/actuation.h"
#include "dynamics/derivative.h"
#include "dynamics/free_body.h"
#include "dynamics/implicit_matrix.h"
#include "dynamics/motor.h"
#include "dynamics/plugin.h"
#include "kinematics/configuration.h"
#include "math/dense.h"
#include "math/sparse.h"
#include "model/history.h"
#include "model/timer.h"
#include "model/pattern.h"
#include "step/sensor.h"
#include "step/sleep.h"

static void advance_activations(const mjModel* m, mjData* d, const mjtNum* act_dot) {
  for (int i = 0; i < m->nactuator; i++) {
    int first = m->actuator_actadr[i];
    if (first < 0 || (some_asleep(m, d) && actuator_sleeps(m, d, i))) continue;
    int disabled = actuator_is_disabled(m, i);
    bool newer = actuator_is_newer(m, i);
    for (int j = first; j < first + m->actuator_actnum[i]; j++) {
      mjtNum rate = disabled ? 0 : act_dot[j];
      d->act[j] =
          newer ? motor_next(m, d, i, j, d->act[j], rate) : next_activation(m, i, d->act[j], rate);
    }
  }
  wind_activations(m, d);
}

static void advance_plugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = plugin_of_instance(m, i);
    if (!plugin) return;
    if (plugin->advance) plugin->advance(m, d, i);
  }
}

// Store controls and sensor values of this step in their histories.
static void advance_histories(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    history h = history_of_actuator(m, d, i);
    if (h.n) history_insert(&h, d->time, d->ctrl + m->actuator_ctrladr[i]);
  }
  if (!mjDISABLED(mjDSBL_SENSOR)) sensors_remember(m, d);
}

void advance_state(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* acc,
                   const mjtNum* vel) {
  mjtNum h = m->opt.timestep;
  mj_markStack(d);  // fall_asleep may allocate its result there
  if (m->nhistory) advance_histories(m, d);
  if (m->na && !mjDISABLED(mjDSBL_ACTUATION)) advance_activations(m, d, act_dot);
  if (sleep_enabled(m)) acc = fall_asleep(m, d, acc);
  FOR_AWAKE(w, m, d) {
    int first = w.at.dof, n = w.at.dofend - first;
    if (n) vec_axpy(d->qvel + first, h, acc + first, n);
    integrate_joints(m, d->qpos, vel ? vel : d->qvel, h, w.at.jnt, w.at.jntend);
  }
  d->time += h;
  if (m->nplugin) advance_plugins(m, d);
  mju_copy(d->qacc_warmstart, d->qacc, m->nv);
  mj_freeStack(d);
}

static void sum_forces(const mjData* d, mjtNum* sum, csr_part p) {
  for (int i = p.first; i < p.P.nr; i++) sum[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
}

static int awake_are_damped(const mjModel* m, const mjData* d) {
  if (mjDISABLED(mjDSBL_EULERDAMP) || mjDISABLED(mjDSBL_DAMPER)) return 0;
  FOR_AWAKE(w, m, d) {
    if (some_dof_is_damped(m, w.at.dof, w.at.dofend)) return 1;
  }
  return 0;
}

// Accelerations with joint damping evaluated at the end of the step; qacc where there is none.
static const mjtNum* damped_acceleration(const mjModel* m, mjData* d, int reuse) {
  if (!awake_are_damped(m, d)) return d->qacc;
  mjtNum* acc = mj_stackAllocNum(d, m->nv);
  FOR_AWAKE(w, m, d) {
    csr_part p = part_of_M(m, w.at.dof, w.at.dofend);
    if (!reuse) {
      euler_matrix(m, d, d->qH, p);
      ldl_factor_part(d->qH, d->qHDiagInv, &p);
    }
    sum_forces(d, acc, p);
    ldl_solve_part(acc, d->qH, d->qHDiagInv, &p);
  }
  return acc;
}

void advance_euler(const mjModel* m, mjData* d, int reuse) {
  mjtNum start = timer_now();
  mj_markStack(d);
  advance_state(m, d, d->act_dot, damped_acceleration(m, d, reuse), NULL);
  mj_freeStack(d);
  timer_count(d, mjTIMER_ADVANCE, start);
}

void advance_to_middle(const mjModel* m, mjData* d) {
  if (m->opt.integrator != engINT_MIDPOINT) return;
  FOR_AWAKE(w, m, d) {
    integrate_joints(m, d->qpos, d->qvel, 0.5 * m->opt.timestep, w.at.jnt, w.at.jntend);
  }
}

// Positions move a whole step with the mean of the old and new velocities.
void advance_midpoint(const mjModel* m, mjData* d) {
  mjtNum start = timer_now();
  mj_markStack(d);
  const mjtNum* acc = damped_acceleration(m, d, 0);
  mjtNum* half = mj_stackAllocNum(d, m->nv);
  vec_add_scaled(half, d->qvel, m->opt.timestep, acc, m->nv);
  vec_scale(half, half, 0.5, m->nv);
  advance_state(m, d, d->act_dot, acc, half);
  mj_freeStack(d);
  timer_count(d, mjTIMER_ADVANCE, start);
}

void advance_discrete(const mjModel* m, mjData* d) {
  mjtNum start = timer_now();
  advance_state(m, d, d->act_dot, d->qacc, NULL);
  timer_count(d, mjTIMER_ADVANCE, start);
}

static void solve_implicit(const mjModel* m, mjData* d, mjtNum* acc, int reuse) {
  if (!reuse) derivative_velocity(m, d, 1);
  FOR_AWAKE(w, m, d) {
    csr_part p = part_of_D(m, w.at.dof, w.at.dofend);
    if (!reuse) {
      implicit_matrix(m, d, d->qLU, p);
      int bad = lu_factor_part(d->qLU, m->D_diag, &p);
      if (bad >= 0) mj_warning(d, mjWARN_INERTIA, bad);
    }
    sum_forces(d, acc, p);
    lu_solve_part(acc, d->qLU, acc, m->D_diag, &p);
  }
}

static void solve_implicit_fast(const mjModel* m, mjData* d, mjtNum* acc, int reuse) {
  mjtNum* force = free_bodies_turn(m) ? mj_stackAllocNum(d, m->nv) : NULL;
  if (!reuse) derivative_velocity(m, d, 0);
  FOR_AWAKE(w, m, d) {
    csr_part p = part_of_M(m, w.at.dof, w.at.dofend);
    if (!reuse) {
      implicit_fast_matrix(m, d, d->qH, p);
      if (force) free_bodies_reset(m, d, d->qH, w.at.body, w.at.bodyend);
      ldl_factor_part(d->qH, d->qHDiagInv, &p);
    }
    sum_forces(d, acc, p);
    if (force) vec_copy(force + p.first, acc + p.first, p.P.nr - p.first);
    ldl_solve_part(acc, d->qH, d->qHDiagInv, &p);
  }
  if (force) free_bodies_solve(m, d, acc, force);
}

void advance_implicit(const mjModel* m, mjData* d, int reuse) {
  mjtNum start = timer_now();
  mj_markStack(d);
  mjtNum* acc = mj_stackAllocNum(d, m->nv);
  if (m->opt.integrator == mjINT_IMPLICIT) {
    solve_implicit(m, d, acc, reuse);
  } else if (m->opt.integrator == mjINT_IMPLICITFAST) {
    solve_implicit_fast(m, d, acc, reuse);
  } else {
    mj_freeStack(d);
    mju_error("mj_implicit: the integrator must be implicit or implicitfast");
    return;
  }
  advance_state(m, d, d->act_dot, acc, NULL);
  mj_freeStack(d);
  timer_count(d, mjTIMER_ADVANCE, start);
}

void mj_Euler(const mjModel* m, mjData* d) {
  NEED(m, d);
  advance_euler(m, d, 0);
}

void mj_implicit(const mjModel* m, mjData* d) {
  NEED(m, d);
  advance_implicit(m, d, 0);
}
