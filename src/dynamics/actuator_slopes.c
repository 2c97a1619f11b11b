#include "dynamics/actuator_slopes.h"

#include "dynamics/actuation.h"
#include "dynamics/motor.h"
#include "dynamics/muscle.h"

// The input that is multiplied by the gain.
static mjtNum input_of(const mjModel* m, const mjData* d, const mjtNum* ctrl, int i) {
  if (m->actuator_dyntype[i] == mjDYN_NONE) return ctrl[m->actuator_ctrladr[i]];
  int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  return m->actuator_actearly[i] ? next_activation(m, i, d->act[last], d->act_dot[last])
                                 : d->act[last];
}

static int sits_on_limit(const mjModel* m, const mjData* d, int i) {
  const mjtNum* range = m->actuator_forcerange + 2 * i;
  mjtNum force = d->actuator_force[m->actuator_outadr[i]];
  return m->actuator_forcelimited[i] && (force <= range[0] || force >= range[1]);
}

void actuator_slopes(const mjModel* m, const mjData* d, const mjtNum* ctrl, int i,
                     mjtNum* by_length, mjtNum* by_velocity) {
  const mjtNum *gain = m->actuator_gainprm + mjNGAIN * i, *bias = m->actuator_biasprm + mjNBIAS * i;
  int out = m->actuator_outadr[i];
  *by_length = *by_velocity = 0;
  if (actuator_is_newer(m, i)) {
    *by_length = motor_stiffness(m, d, i);
    *by_velocity = motor_damping(m, d, i);
    return;
  }
  if (sits_on_limit(m, d, i)) return;
  mjtNum length = d->actuator_length[out], velocity = d->actuator_velocity[out];
  const mjtNum *range = m->actuator_lengthrange + 2 * out, acc0 = m->actuator_acc0[out];
  if (m->actuator_biastype[i] == mjBIAS_AFFINE) {
    *by_length = bias[1];
    *by_velocity = bias[2];
  } else if (m->actuator_biastype[i] == mjBIAS_MUSCLE) {
    *by_length = muscle_bias_curve(length, range, acc0, bias).by_length;
  }
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE) {
    mjtNum x = input_of(m, d, ctrl, i);
    *by_length += gain[1] * x;
    *by_velocity += gain[2] * x;
  } else if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) {
    mjtNum x = input_of(m, d, ctrl, i);
    muscle_curve curve = muscle_gain_curve(length, velocity, range, acc0, gain);
    *by_length += curve.by_length * x;
    *by_velocity += curve.by_velocity * x;
  }
}
