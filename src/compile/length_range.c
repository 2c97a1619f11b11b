// Computes the length range of actuators (MuJoCo documentation, Modeling chapter: Muscles;
// mj_setLengthRange): pulls in both directions in a simulation without other forces until the
// length settles at its limits.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/model.h>
#include <engine/spec.h>
#include <engine/step.h>

#include "base/need.h"

// More steps are taken for a mistake in the options.
static const mjtNum max_steps = 1e7;

// Whether the range of this actuator is to be computed.
static bool needs_range(const mjModel* m, int index, const mjLROpt* opt) {
  int gain = m->actuator_gaintype[index], bias = m->actuator_biastype[index];
  bool muscle = gain == mjGAIN_MUSCLE || bias == mjBIAS_MUSCLE;
  bool user = gain == mjGAIN_USER || bias == mjBIAS_USER;
  const mjtNum* range = m->actuator_lengthrange + 2 * m->actuator_outadr[index];
  if (opt->mode == mjLRMODE_NONE) return false;
  if (opt->mode == mjLRMODE_MUSCLE && !muscle) return false;
  if (opt->mode == mjLRMODE_MUSCLEUSER && !muscle && !user) return false;
  return !(opt->useexisting && range[0] < range[1]);
}

// The limits of its joint or tendon; NULL when there are none.
static const mjtNum* target_limits(const mjModel* m, int index) {
  int type = m->actuator_trntype[index], id = m->actuator_trnid[2 * index];
  if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) {
    return m->jnt_limited[id] ? m->jnt_range + 2 * id : NULL;
  }
  return type == mjTRN_TENDON && m->tendon_limited[id] ? m->tendon_range + 2 * id : NULL;
}

// The force along the actuator that gives the joints the requested acceleration from rest.
static void apply_pull(const mjModel* m, mjData* d, int index, mjtNum sign, const mjLROpt* opt) {
  mj_markStack(d);
  size_t n = (size_t)m->nv + 1;
  mjtNum *moment = mj_stackAllocNum(d, n), *acc = mj_stackAllocNum(d, n);
  memset(moment, 0, sizeof(mjtNum) * m->nv);
  int adr = d->moment_rowadr[index];
  for (int k = adr; k < adr + d->moment_rownnz[index]; k++) {
    moment[d->moment_colind[k]] = d->actuator_moment[k];
  }
  mj_solveM(m, d, acc, moment, 1);
  mjtNum norm = 0, length = 0;
  for (int i = 0; i < m->nv; i++) {
    norm += acc[i] * acc[i];
    length += moment[i] * moment[i];
  }
  mjtNum scale = sign * opt->accel / mjMAX(mjMINVAL, sqrt(norm));
  mjtNum force = fabs(scale) * sqrt(length);
  if (opt->maxforce > 0 && force > opt->maxforce) scale *= opt->maxforce / force;
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = scale * moment[i];
  mj_freeStack(d);
}

typedef struct {
  mjtNum min, max;
} extent;

// Pull in one direction and record the range of lengths during the last interval.  False when the
// simulation became unstable.
static bool observe_range(mjModel* m, mjData* d, int index, mjtNum sign, const mjLROpt* opt,
                          extent* seen) {
  *seen = (extent){mjMAXVAL, -mjMAXVAL};
  mjtNum damp = exp(-m->opt.timestep / mjMAX(0.01, opt->timeconst));
  mj_resetData(m, d);
  while (d->time < opt->inttotal) {
    mjtNum before = d->time;
    for (int i = 0; i < m->nv; i++) d->qvel[i] *= damp;
    mj_step1(m, d);
    apply_pull(m, d, index, sign, opt);
    mjtNum length = d->actuator_length[m->actuator_outadr[index]];
    mj_step2(m, d);
    if (!(d->time > before)) return false;  // the state was reset, or time does not advance
    if (d->time > opt->inttotal - opt->interval) {
      seen->min = mjMIN(seen->min, length);
      seen->max = mjMAX(seen->max, length);
    }
  }
  return true;
}

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                      int error_sz) {
  NEED_OR(0, m, d, opt);
  if (index < 0 || index >= m->nactuator) {
    mju_error("mj_setLengthRange: actuator %d does not exist; there are %d", index, m->nactuator);
    return 0;
  }
  size_t size = error && error_sz > 0 ? (size_t)error_sz : 0;
  if (!needs_range(m, index, opt)) return 1;
  mjtNum* range = m->actuator_lengthrange + 2 * m->actuator_outadr[index];
  const mjtNum* limits = opt->uselimit ? target_limits(m, index) : NULL;
  if (limits) {
    range[0] = limits[0];
    range[1] = limits[1];
    return 1;
  }

  mjtNum steps = opt->inttotal / m->opt.timestep;
  if (!(steps < max_steps)) {
    snprintf(error, size, "length range of actuator %d: %g steps are needed, more than %g", index,
             steps, max_steps);
    return 0;
  }
  extent side[2];
  for (int k = 0; k < 2; k++) {
    if (!observe_range(m, d, index, k ? 1 : -1, opt, side + k)) {
      snprintf(error, size, "length range of actuator %d: the simulation is unstable", index);
      return 0;
    }
  }
  mjtNum found[2] = {side[0].min, side[1].max};
  if (!(found[0] < found[1])) {
    snprintf(error, size,
             "length range of actuator %d is invalid: [%g, %g]; what it acts on must be able to "
             "move, between limits",
             index, found[0], found[1]);
    return 0;
  }
  for (int k = 0; k < 2; k++) {
    mjtNum moved = side[k].max - side[k].min;
    if (!(moved > opt->tolrange * (found[1] - found[0]))) continue;
    snprintf(error, size,
             "length range of actuator %d did not converge: it still moved by %g in range "
             "[%g, %g]; limit what it acts on",
             index, moved, found[0], found[1]);
    return 0;
  }
  range[0] = found[0];
  range[1] = found[1];
  return 1;
}
