// Forward dynamics: the stages of the simulation pipeline, in the order of the MuJoCo documentation
// (Computation chapter: Simulation pipeline).
#include <assert.h>

#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/step.h>

#include "model/data.h"
#include "model/stack.h"
#include "model/timer.h"
#include "step/energy_rule.h"

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  NEED_PAIR(m, d);
  mjtNum start = timer_now();
  const size_t stack = d->pstack;  // to verify that everything allocated on the stack is freed
  (void)stack;
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
  assert(arena_valid(d) && d->pstack == stack);
  timer_count(d, mjTIMER_FORWARD, start);
}

void mj_forward(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  mj_forwardSkip(m, d, mjSTAGE_NONE, 0);
}
