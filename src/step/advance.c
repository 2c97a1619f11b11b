#include "base/need.h"
#include "step/advance.h"

#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "dynamics/actuation.h"
#include "dynamics/derivative.h"
#include "dynamics/free_body.h"
#include "dynamics/implicit_matrix.h"
#include "dynamics/motor.h"
#include "dynamics/plugin.h"
#include "math/dense.h"
#include "math/sparse.h"
#include "model/history.h"
#include "model/timer.h"
#include "model/pattern.h"
#include "step/sensor.h"

static void advance_activations(const mjModel* m, mjData* d, const mjtNum* act_dot) {
  for (int i = 0; i < m->nactuator; i++) {
    int first = m->actuator_actadr[i];
    if (first < 0) continue;
    int disabled = actuator_is_disabled(m, i);
    for (int j = first; j < first + m->actuator_actnum[i]; j++) {
      d->act[j] = motor_next(m, d, i, j, d->act[j], disabled ? 0 : act_dot[j]);
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

// Controls and sensor values of this step go to their histories.
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
  if (m->nhistory) advance_histories(m, d);
  if (m->na && !mjDISABLED(mjDSBL_ACTUATION)) advance_activations(m, d, act_dot);
  vec_axpy(d->qvel, h, acc, m->nv);
  mj_integratePos(m, d->qpos, vel ? vel : d->qvel, h);
  d->time += h;
  if (m->nplugin) advance_plugins(m, d);
  mju_copy(d->qacc_warmstart, d->qacc, m->nv);
}

void advance_euler(const mjModel* m, mjData* d, int reuse) {
  mjtNum start = timer_now();
  if (euler_damps(m)) {
    mj_markStack(d);
    mjtNum* acc = mj_stackAllocNum(d, m->nv);
    if (!reuse) {
      euler_matrix(m, d, d->qH);
      ldl_factor(d->qH, d->qHDiagInv, pattern_of_M(m));
    }
    for (int i = 0; i < m->nv; i++) acc[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
    ldl_solve(acc, d->qH, d->qHDiagInv, pattern_of_M(m));
    advance_state(m, d, d->act_dot, acc, NULL);
    mj_freeStack(d);
  } else {
    advance_state(m, d, d->act_dot, d->qacc, NULL);
  }
  timer_count(d, mjTIMER_ADVANCE, start);
}

static void factor_implicit(const mjModel* m, mjData* d) {
  derivative_velocity(m, d, 1);
  implicit_matrix(m, d, d->qLU);
  int bad = lu_factor(d->qLU, m->D_diag, pattern_of_D(m));
  if (bad >= 0) mj_warning(d, mjWARN_INERTIA, bad);
}

static void factor_implicit_fast(const mjModel* m, mjData* d) {
  derivative_velocity(m, d, 0);
  implicit_fast_matrix(m, d, d->qH);
  if (free_bodies_turn(m)) free_bodies_reset(m, d, d->qH);
  ldl_factor(d->qH, d->qHDiagInv, pattern_of_M(m));
}

void advance_implicit(const mjModel* m, mjData* d, int reuse) {
  mjtNum start = timer_now();
  mj_markStack(d);
  mjtNum* acc = mj_stackAllocNum(d, m->nv);
  for (int i = 0; i < m->nv; i++) acc[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
  if (m->opt.integrator == mjINT_IMPLICIT) {
    if (!reuse) factor_implicit(m, d);
    lu_solve(acc, d->qLU, acc, m->D_diag, pattern_of_D(m));
  } else if (m->opt.integrator == mjINT_IMPLICITFAST) {
    if (!reuse) factor_implicit_fast(m, d);
    mjtNum* force = free_bodies_turn(m) ? mj_stackAllocNum(d, m->nv) : NULL;
    if (force) vec_copy(force, acc, m->nv);
    ldl_solve(acc, d->qH, d->qHDiagInv, pattern_of_M(m));
    if (force) free_bodies_solve(m, d, acc, force);
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
