// Forward dynamics: the stages of the "Simulation pipeline" chapter, in its order.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/step.h>

#include "model/timer.h"
#include "step/energy_rule.h"

typedef struct {
  const mjModel* m;
  mjData* d;
} model_data;

static void make_inertia(const mjModel* m, mjData* d) {
  mj_makeM(m, d);
  mj_factorM(m, d);
}

static void* inertia_task(void* args) {
  model_data* a = args;
  make_inertia(a->m, a->d);
  return NULL;
}

// Inertia and collision depend on positions only, not on each other: with a pool they run side by
// side.  Contacts go to the arena, which only this thread touches.
static void inertia_and_collision(const mjModel* m, mjData* d) {
  if (!d->threadpool) {
    make_inertia(m, d);
    mj_collision(m, d);
    return;
  }
  model_data args = {m, d};
  mjTask task;
  mju_defaultTask(&task);
  task.func = inertia_task;
  task.args = &args;
  mju_threadPoolEnqueue((mjThreadPool*)d->threadpool, &task);
  mj_collision(m, d);
  mju_taskJoin(&task);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  mjtNum start = timer_now(), stage = start;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  timer_count(d, mjTIMER_POS_KINEMATICS, stage);

  inertia_and_collision(m, d);

  stage = timer_now();
  mj_makeConstraint(m, d);
  mj_island(m, d);
  timer_count(d, mjTIMER_POS_MAKE, stage);

  stage = timer_now();
  mj_transmission(m, d);
  timer_add(d, mjTIMER_POS_KINEMATICS, stage);

  stage = timer_now();
  mj_projectConstraint(m, d);
  timer_count(d, mjTIMER_POS_PROJECT, stage);
  timer_count(d, mjTIMER_POSITION, start);
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  mjtNum start = timer_now();
  if (skipstage < mjSTAGE_POS) {
    mj_fwdPosition(m, d);
    if (!skipsensor) mj_sensorPos(m, d);
    energy_at_position(m, d, !skipsensor);
  }
  if (skipstage < mjSTAGE_VEL) {
    mj_fwdVelocity(m, d);
    if (!skipsensor) mj_sensorVel(m, d);
    energy_at_velocity(m, d, !skipsensor);
  }
  if (mjcb_control && !mjDISABLED(mjDSBL_ACTUATION)) mjcb_control(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  if (!skipsensor) mj_sensorAcc(m, d);
  timer_count(d, mjTIMER_FORWARD, start);
}

void mj_forward(const mjModel* m, mjData* d) { mj_forwardSkip(m, d, mjSTAGE_NONE, 0); }
