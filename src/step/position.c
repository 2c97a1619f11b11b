// The position stage of the pipeline.
#include <engine/collision.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/extension.h>
#include <engine/kinematics.h>
#include <engine/step.h>

#include "base/need.h"
#include "constraint/operator/project.h"
#include "dynamics/metric.h"
#include "kinematics/wake.h"
#include "model/sleep.h"
#include "model/timer.h"

static void make_inertia(const mjModel* m, mjData* d) {
  mj_makeM(m, d);
  mj_factorM(m, d);
}

// Kinematics of all objects.
static void place_everything(const mjModel* m, mjData* d) {
  mjtNum start = timer_now();
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  timer_count(d, mjTIMER_POS_KINEMATICS, start);
}

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  NEED(m, d);
  place_everything(m, d);
}

static void transmit(const mjModel* m, mjData* d) {
  mjtNum start = timer_now();
  mj_transmission(m, d);
  timer_add(d, mjTIMER_POS_KINEMATICS, start);
}

// For trees that wake during the step: compute what was skipped for them; their poses and inertia
// are still valid.
static void place_woken(const mjModel* m, mjData* d) {
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
}

static void place_and_collide(const mjModel* m, mjData* d) {
  place_everything(m, d);
  if (some_asleep(m, d) && wake_by_tendons(m, d)) place_woken(m, d);
  make_inertia(m, d);
  mj_collision(m, d);
  if (some_asleep(m, d) && wake_by_contacts(m, d)) {
    place_woken(m, d);
    mj_collision(m, d);
  }
  if (some_asleep(m, d) && wake_by_equalities(m, d)) place_woken(m, d);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  place_and_collide(m, d);

  mjtNum stage = timer_now();
  mj_makeConstraint(m, d);
  mj_island(m, d);
  timer_count(d, mjTIMER_POS_MAKE, stage);

  transmit(m, d);

  stage = timer_now();
  int projects = d->nefc && d->nefc <= PROJECT_MAXROWS && !is_discrete(m);
  if (projects) mj_projectConstraint(m, d);
  timer_count(d, mjTIMER_POS_PROJECT, stage);
  timer_count(d, mjTIMER_POSITION, start);
}

// Islands and projection are not needed for inverse dynamics.
void mj_invPosition(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  place_and_collide(m, d);

  mjtNum stage = timer_now();
  mj_makeConstraint(m, d);
  timer_count(d, mjTIMER_POS_MAKE, stage);

  transmit(m, d);
  timer_count(d, mjTIMER_POSITION, start);
}
