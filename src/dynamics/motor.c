#include "dynamics/motor.h"

#include <math.h>

#include <engine/math.h>

#include "dynamics/actuation.h"
#include "math/quat.h"
#include "math/real.h"
#include "model/joint_type.h"

// ------------------------------------------------------------- setpoints on a circle

mjtNum actuator_period(const mjModel* m, int i) {
  const mjtNum* gear = m->actuator_gear + 6 * m->actuator_outadr[i];
  int target = m->actuator_trnid[2 * i];
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return joint_is_ball(m->jnt_type[target]) ? 2 * mjPI * vec3_norm(gear) : 0;
    case mjTRN_SITE:
      if (m->actuator_trnid[2 * i + 1] < 0 || vec3_norm(gear) != 0) return 0;
      return 2 * mjPI * vec3_norm(gear + 3);
    default: return 0;
  }
}

// Halfway cases are rounded away from zero.
mjtNum nearest_on_circle(mjtNum period, mjtNum setpoint, mjtNum length) {
  return period > 0 ? setpoint - period * round((setpoint - length) / period) : setpoint;
}

// --------------------------------------------------------------------- inputs and states

static const mjtNum* gain_prm(const mjModel* m, int i) { return m->actuator_gainprm + mjNGAIN * i; }
static const mjtNum* bias_prm(const mjModel* m, int i) { return m->actuator_biasprm + mjNBIAS * i; }
static const mjtNum* dyn_prm(const mjModel* m, int i) { return m->actuator_dynprm + mjNDYN * i; }

// The control with a given meaning; 0 if the actuator does not have it.
static mjtNum input(const mjModel* m, int i, const mjtNum* ctrl, int which) {
  int spec = m->actuator_ctrlspec[i], adr = m->actuator_ctrladr[i];
  if (!(spec & which)) return 0;
  for (int bit = 1; bit < which; bit <<= 1) adr += (spec & bit) != 0;
  return ctrl[adr];
}

// Indices of activations, -1 for those that the actuator does not have.
typedef struct {
  int slew, integral, temperature, bristle, current;
} states;

// Checks the available room, since parameters may have been changed after compilation.
static states states_of(const mjModel* m, int i) {
  states s = {-1, -1, -1, -1, -1};
  const mjtNum *dyn = dyn_prm(m, i), *gain = gain_prm(m, i);
  int next = m->actuator_actadr[i], end = next + m->actuator_actnum[i];
  if (next < 0) return s;
  if (m->actuator_gaintype[i] == mjGAIN_PID) {
    if (dyn[1] > 0 && next < end) s.slew = next++;
    if (gain[0] > 0 && next < end) s.integral = next++;
  } else {
    if (dyn[7] > 0 && next < end) s.slew = next++;
    if (gain[5] > 0 && next < end) s.integral = next++;
    if (dyn[2] > 0 && next < end) s.temperature = next++;
    if (dyn[5] > 0 && next < end) s.bristle = next++;
    if (dyn[0] > 0 && next < end) s.current = next++;
  }
  return s;
}

// The position input limited to a rate of slewmax, starting from its previous value.
static mjtNum slewed(const mjModel* m, const mjData* d, int slot, mjtNum q, mjtNum slewmax) {
  if (slot < 0) return q;
  mjtNum reach = slewmax * m->opt.timestep;
  return real_clip(q, d->act[slot] - reach, d->act[slot] + reach);
}

// Rate of an integral that is kept within +-limit, if limit is positive.
static mjtNum held_rate(mjtNum rate, mjtNum integral, mjtNum limit) {
  if (limit > 0 && integral >= limit) return fmin(rate, 0);
  if (limit > 0 && integral <= -limit) return fmax(rate, 0);
  return rate;
}

// ----------------------------------------------------------------------------------------- pid

static mjtNum pid_setpoint(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl) {
  states s = states_of(m, i);
  mjtNum q = input(m, i, ctrl, engINPUT_POS);
  if (s.slew < 0) return q;
  q = nearest_on_circle(actuator_period(m, i), q, d->act[s.slew]);
  return slewed(m, d, s.slew, q, dyn_prm(m, i)[1]);
}

static void pid_rates(const mjModel* m, mjData* d, int i, const mjtNum* ctrl) {
  states s = states_of(m, i);
  mjtNum q = pid_setpoint(m, d, i, ctrl), length = d->actuator_length[m->actuator_outadr[i]];
  if (s.slew >= 0) d->act_dot[s.slew] = (q - d->act[s.slew]) / m->opt.timestep;
  if (s.integral >= 0) {
    mjtNum error = nearest_on_circle(actuator_period(m, i), q, length) - length;
    d->act_dot[s.integral] = held_rate(error, d->act[s.integral], dyn_prm(m, i)[0]);
  }
}

static mjtNum pid_force(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl) {
  states s = states_of(m, i);
  const mjtNum* bias = bias_prm(m, i);
  int out = m->actuator_outadr[i];
  mjtNum length = d->actuator_length[out], velocity = d->actuator_velocity[out];
  mjtNum q = nearest_on_circle(actuator_period(m, i), pid_setpoint(m, d, i, ctrl), length);
  mjtNum force = bias[0] - bias[1] * (q - length);
  force -= bias[2] * (input(m, i, ctrl, engINPUT_VEL) - velocity);
  force += input(m, i, ctrl, engINPUT_FF);
  if (s.integral >= 0) {
    mjtNum z = d->act[s.integral];
    if (m->actuator_actearly[i]) z += m->opt.timestep * d->act_dot[s.integral];
    force += gain_prm(m, i)[0] * z;
  }
  return force;
}

// ------------------------------------------------------------------------------------- dcmotor

// The parameters by name (see mjs_setToDCMotor).
typedef struct {
  mjtNum R, K, alpha, T0, kp, ki, kd, Vmax;
  mjtNum cogging, poles, phase, Fc, Fs, vs;
  mjtNum te, current_rate, RT, C, Ta, sigma0, sigma1, slewmax, Imax;
} dcmotor;

static dcmotor dcmotor_of(const mjModel* m, int i) {
  const mjtNum *g = gain_prm(m, i), *b = bias_prm(m, i), *p = dyn_prm(m, i);
  return (dcmotor){.R = g[0],
                   .K = g[1],
                   .alpha = g[2],
                   .T0 = g[3],
                   .kp = g[4],
                   .ki = g[5],
                   .kd = g[6],
                   .Vmax = g[7],
                   .cogging = b[0],
                   .poles = b[1],
                   .phase = b[2],
                   .Fc = b[3],
                   .Fs = b[4],
                   .vs = b[5],
                   .te = p[0],
                   .current_rate = p[1],
                   .RT = p[2],
                   .C = p[3],
                   .Ta = p[4],
                   .sigma0 = p[5],
                   .sigma1 = p[6],
                   .slewmax = p[7],
                   .Imax = p[8]};
}

static bool has_controller(const mjModel* m, int i) {
  return m->actuator_ctrlspec[i] & (engINPUT_POS | engINPUT_VEL | engINPUT_FF);
}

static mjtNum dcmotor_voltage(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  int out = m->actuator_outadr[i];
  mjtNum length = d->actuator_length[out], velocity = d->actuator_velocity[out], V = 0;
  if (has_controller(m, i)) {
    int spec = m->actuator_ctrlspec[i];
    mjtNum q = slewed(m, d, s.slew, input(m, i, ctrl, engINPUT_POS), p.slewmax);
    mjtNum torque = p.kp * ((spec & engINPUT_POS || s.slew >= 0 ? q : 0) - length) +
                    p.kd * (input(m, i, ctrl, engINPUT_VEL) - velocity) +
                    input(m, i, ctrl, engINPUT_FF);
    if (s.integral >= 0) torque += p.ki * d->act[s.integral];
    V = p.R / p.K * torque + p.K * velocity;
    if (p.Vmax > 0) V = real_clip(V, -p.Vmax, p.Vmax);
  }
  return V + input(m, i, ctrl, engINPUT_VOLTAGE);
}

// Resistance at the present temperature.
static mjtNum dcmotor_resistance(const mjModel* m, const mjData* d, int i) {
  dcmotor p = dcmotor_of(m, i);
  int slot = states_of(m, i).temperature;
  return slot < 0 ? p.R : p.R * (1 + p.alpha * (d->act[slot] + p.Ta - p.T0));
}

// Coefficient a in the LuGre bristle equation z' = a z + velocity.
static mjtNum bristle_rate(const mjModel* m, const mjData* d, int i) {
  dcmotor p = dcmotor_of(m, i);
  mjtNum velocity = d->actuator_velocity[m->actuator_outadr[i]];
  mjtNum ratio = velocity / fmax(p.vs, mjMINVAL);
  mjtNum g = p.Fc + (p.Fs - p.Fc) * exp(-ratio * ratio);
  return -p.sigma0 * fabs(velocity) / fmax(g, mjMINVAL);
}

static void dcmotor_rates(const mjModel* m, mjData* d, int i, const mjtNum* ctrl) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  int out = m->actuator_outadr[i];
  mjtNum length = d->actuator_length[out], velocity = d->actuator_velocity[out];
  mjtNum q = slewed(m, d, s.slew, input(m, i, ctrl, engINPUT_POS), p.slewmax);
  mjtNum V = dcmotor_voltage(m, d, i, ctrl), R = dcmotor_resistance(m, d, i);
  if (s.slew >= 0) d->act_dot[s.slew] = (q - d->act[s.slew]) / m->opt.timestep;
  if (s.integral >= 0) {
    d->act_dot[s.integral] = held_rate(q - length, d->act[s.integral], p.Imax);
  }
  if (s.temperature >= 0) {
    mjtNum current = s.current >= 0 ? d->act[s.current] : (V - p.K * velocity) / R;
    d->act_dot[s.temperature] = (R * current * current - d->act[s.temperature] / p.RT) / p.C;
  }
  if (s.bristle >= 0) {
    d->act_dot[s.bristle] = bristle_rate(m, d, i) * d->act[s.bristle] + velocity;
  }
  if (s.current >= 0) {
    mjtNum rate = (V / R - p.K / R * velocity - d->act[s.current]) / p.te;
    if (p.current_rate > 0) rate = real_clip(rate, -p.current_rate, p.current_rate);
    d->act_dot[s.current] = rate;
  }
}

static mjtNum dcmotor_next(const mjModel* m, const mjData* d, int i, int k, mjtNum act,
                           mjtNum act_dot) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  mjtNum h = m->opt.timestep;
  if (k == s.current) return act + act_dot * p.te * (1 - exp(-h / p.te));
  if (k == s.bristle) {
    mjtNum a = bristle_rate(m, d, i), velocity = d->actuator_velocity[m->actuator_outadr[i]];
    if (act_dot == 0 && velocity == 0) return act;
    return fabs(a) <= mjMINVAL ? exp(a * h) * act + h * velocity
                               : exp(a * h) * act + expm1(a * h) / a * velocity;
  }
  mjtNum next = act + h * act_dot;
  return k == s.integral && p.Imax > 0 ? real_clip(next, -p.Imax, p.Imax) : next;
}

static mjtNum dcmotor_force(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  int out = m->actuator_outadr[i];
  if (s.current >= 0) {
    return p.K * dcmotor_next(m, d, i, s.current, d->act[s.current], d->act_dot[s.current]);
  }
  mjtNum R = dcmotor_resistance(m, d, i);
  return p.K / R * dcmotor_voltage(m, d, i, ctrl) - p.K * p.K / R * d->actuator_velocity[out];
}

static mjtNum dcmotor_load(const mjModel* m, const mjData* d, int i) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  mjtNum force = 0, length = d->actuator_length[m->actuator_outadr[i]];
  if (p.cogging != 0) force += p.cogging * sin(p.poles * length + p.phase);
  if (s.bristle >= 0) { force -= p.sigma0 * d->act[s.bristle] + p.sigma1 * d->act_dot[s.bristle]; }
  return force;
}

static mjtNum dcmotor_damping(const mjModel* m, const mjData* d, int i) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  mjtNum R = dcmotor_resistance(m, d, i);
  mjtNum by_velocity = has_controller(m, i) ? -p.kd * p.R / p.K + p.K : 0;
  mjtNum slope = p.K * (by_velocity - p.K) / R;
  if (s.current >= 0) slope *= 1 - exp(-m->opt.timestep / p.te);
  return slope - (s.bristle >= 0 ? p.sigma1 : 0);
}

// --------------------------------------------------------------------------------- orientation

static void rotation_of(mjtNum quat[4], const mjtNum turn[3]) {
  mjtNum axis[3] = {turn[0], turn[1], turn[2]};
  mjtNum angle = vec3_norm(axis);
  if (angle < mjMINVAL) {
    quat_unit(quat);
    return;
  }
  vec3_scale(axis, axis, 1 / angle);
  quat_from_axis_angle(quat, axis, angle);
}

void rewind_rotation(mjtNum turn[3]) {
  mjtNum angle = vec3_norm(turn);
  if (angle <= mjPI) return;
  vec3_scale(turn, turn, (angle - 2 * mjPI * round(angle / (2 * mjPI))) / angle);
}

static void orientation_target(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl,
                               mjtNum quat[4]) {
  const mjtNum* u = ctrl + m->actuator_ctrladr[i];
  int act = m->actuator_actadr[i];
  if (act >= 0) {
    mjtNum turn[3];
    vec3_copy(turn, d->act + act);
    if (m->actuator_actearly[i]) vec3_axpy(turn, m->opt.timestep, d->act_dot + act);
    rotation_of(quat, turn);
  } else if (m->actuator_ctrlspec[i] == engCHART_QUAT) {
    quat_copy(quat, u);
    quat_normalize(quat);
  } else {
    rotation_of(quat, u);
  }
}

static void orientation_forces(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl,
                               mjtNum* force) {
  int out = m->actuator_outadr[i];
  mjtNum kp = gain_prm(m, i)[0], target[4], present[4], error[3];
  const mjtNum* bias = bias_prm(m, i);
  orientation_target(m, d, i, ctrl, target);
  rotation_of(present, d->actuator_length + out);
  mju_subQuat(error, target, present);
  for (int k = 0; k < 3; k++) {
    force[k] = kp * error[k] + bias[0] + bias[2] * d->actuator_velocity[out + k];
  }
  mjtNum most = m->actuator_forcerange[2 * i + 1], size = vec3_norm(force);
  if (m->actuator_forcelimited[i] && size > most) vec3_scale(force, force, most / size);
}

// --------------------------------------------------------------------------- all types

void motor_rates(const mjModel* m, mjData* d, int i, const mjtNum* ctrl) {
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_PID: pid_rates(m, d, i, ctrl); break;
    case mjGAIN_DCMOTOR: dcmotor_rates(m, d, i, ctrl); break;
    default: vec3_copy(d->act_dot + m->actuator_actadr[i], ctrl + m->actuator_ctrladr[i]); break;
  }
}

void motor_forces(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl, mjtNum* force) {
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_PID: force[0] = pid_force(m, d, i, ctrl); break;
    case mjGAIN_DCMOTOR: force[0] = dcmotor_force(m, d, i, ctrl); break;
    default: orientation_forces(m, d, i, ctrl, force); break;
  }
}

mjtNum motor_load(const mjModel* m, const mjData* d, int i) {
  return m->actuator_gaintype[i] == mjGAIN_DCMOTOR ? dcmotor_load(m, d, i) : 0;
}

mjtNum motor_next(const mjModel* m, const mjData* d, int i, int k, mjtNum act, mjtNum act_dot) {
  if (m->actuator_gaintype[i] == mjGAIN_DCMOTOR) return dcmotor_next(m, d, i, k, act, act_dot);
  return next_activation(m, i, act, act_dot);
}

// Whether the force is clamped.
static bool is_saturated(const mjModel* m, const mjData* d, int i) {
  const mjtNum *range = m->actuator_forcerange + 2 * i, *force;
  force = d->actuator_force + m->actuator_outadr[i];
  if (!m->actuator_forcelimited[i]) return false;
  bool turns = m->actuator_gaintype[i] == mjGAIN_SO3;
  if (turns) return vec3_norm(force) >= range[1] * (1 - 1e-14);
  return force[0] <= range[0] || force[0] >= range[1];
}

// Derivative of the force when the voltage comes from a position controller; of the cold motor, as
// in 3.14.
static mjtNum dcmotor_stiffness(const mjModel* m, int i) {
  dcmotor p = dcmotor_of(m, i);
  states s = states_of(m, i);
  if (!has_controller(m, i)) return 0;
  return s.current >= 0 ? -p.kp * (1 - exp(-m->opt.timestep / p.te)) : -p.kp;
}

mjtNum motor_stiffness(const mjModel* m, const mjData* d, int i) {
  if (is_saturated(m, d, i)) return 0;
  if (m->actuator_gaintype[i] == mjGAIN_DCMOTOR) return dcmotor_stiffness(m, i);
  return bias_prm(m, i)[1];
}

mjtNum motor_damping(const mjModel* m, const mjData* d, int i) {
  if (is_saturated(m, d, i)) return 0;
  if (m->actuator_gaintype[i] == mjGAIN_DCMOTOR) return dcmotor_damping(m, d, i);
  return bias_prm(m, i)[2];
}
