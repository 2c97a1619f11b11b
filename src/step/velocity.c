// The velocity stage of the pipeline.
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "dynamics/bias.h"
#include "kinematics/flex.h"
#include "kinematics/tendon.h"
#include "math/sparse.h"
#include "model/flags.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "model/pattern.h"

static void find_edge_velocities(const mjModel* m, mjData* d) {
  int sparse = is_sparse(m);
  for (int e = 0; e < m->nflexedge; e++) {
    d->flexedge_velocity[e] = sparse_row_dot(row_of_edge(m, d, e, sparse), d->qvel);
  }
}

static void find_tendon_velocities(const mjModel* m, mjData* d) {
  int sparse = is_sparse(m);
  for (int t = 0; t < m->ntendon; t++) {
    d->ten_velocity[t] = sparse_row_dot(row_of_tendon(m, d, t, sparse), d->qvel);
  }
}

static void find_actuator_velocities(const mjModel* m, mjData* d) {
  if (!mjDISABLED(mjDSBL_ACTUATION) && actuators_rest(m, d)) return;
  if (mjDISABLED(mjDSBL_ACTUATION)) {
    vec_zero(d->actuator_velocity, m->nu);
  } else {
    csr_mul_vec(d->actuator_velocity, d->actuator_moment, d->qvel, pattern_of_moment(m, d));
  }
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  find_edge_velocities(m, d);
  find_tendon_velocities(m, d);
  find_actuator_velocities(m, d);
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_referenceConstraint(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  add_tendon_bias(m, d, d->qfrc_bias);
  timer_count(d, mjTIMER_VELOCITY, start);
}
