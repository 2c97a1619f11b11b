// Actuator forces from controls and activations.
#include "base/need.h"
#include "dynamics/actuation.h"

#include <engine/dynamics.h>
#include <engine/model.h>

#include "dynamics/motor.h"
#include "dynamics/passive.h"
#include "dynamics/plugin.h"
#include "math/real.h"
#include "math/sparse.h"
#include "model/history.h"
#include "model/joint_type.h"
#include "model/level.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "model/pattern.h"

mjtNum unlimited_activation(const mjModel* m, int i, mjtNum act, mjtNum act_dot) {
  mjtNum h = m->opt.timestep;
  if (m->actuator_dyntype[i] != mjDYN_FILTEREXACT) return act + h * act_dot;
  mjtNum tau = fmax(mjMINVAL, m->actuator_dynprm[mjNDYN * i]);
  return act + act_dot * tau * (1 - exp(-h / tau));
}

mjtNum next_activation(const mjModel* m, int i, mjtNum act, mjtNum act_dot) {
  mjtNum next = unlimited_activation(m, i, act, act_dot);
  const mjtNum* range = m->actuator_actrange + 2 * i;
  return m->actuator_actlimited[i] ? real_clip(next, range[0], range[1]) : next;
}

// Read delayed controls from the histories.
static void read_delayed(const mjModel* m, const mjData* d, mjtNum* ctrl) {
  vec_copy(ctrl, d->ctrl, m->nu);
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_delay[i] == 0) continue;
    history h = history_of_actuator(m, d, i);
    if (!h.n) continue;
    mjtNum result[4];
    const mjtNum* value =
        history_read(&h, d->time - m->actuator_delay[i], m->actuator_history[2 * i + 1], result);
    vec_copy(ctrl + m->actuator_ctrladr[i], value ? value : result, h.dim);
  }
}

int read_controls(const mjModel* m, const mjData* d, mjtNum* ctrl) {
  int clamp = !mjDISABLED(mjDSBL_CLAMPCTRL), bad = 0, nu = m->nu;
  const mjtNum* from = d->ctrl;
  if (m->nhistory) {
    read_delayed(m, d, ctrl);
    from = ctrl;
  }
  for (int i = 0; i < nu; i++) {
    mjtNum u = from[i];
    if (clamp && m->actuator_ctrllimited[i]) {
      u = real_clip(u, m->actuator_ctrlrange[2 * i], m->actuator_ctrlrange[2 * i + 1]);
    }
    bad |= real_is_bad(u);
    ctrl[i] = u;
  }
  if (!bad) return -1;
  int first = 0;
  while (!real_is_bad(ctrl[first])) first++;
  vec_zero(ctrl, nu);
  return first;
}

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

// Time derivatives of activations.  If an actuator has several, the last is its own and the others
// belong to its plugin or callback.
static void find_activation_rates(const mjModel* m, mjData* d, const mjtNum* ctrl) {
  bool watch = some_asleep(m, d);
  for (int i = 0; m->na && i < m->nactuator; i++) {
    if (m->actuator_actadr[i] < 0 || (watch && actuator_sleeps(m, d, i))) continue;
    if (actuator_is_newer(m, i)) {
      motor_rates(m, d, i, ctrl);
      continue;
    }
    vec_zero(d->act_dot + m->actuator_actadr[i], m->actuator_actnum[i]);
    int last = last_activation(m, i);
    const mjtNum* prm = m->actuator_dynprm + mjNDYN * i;
    mjtNum act = d->act[last], *rate = d->act_dot + last, u = ctrl[m->actuator_ctrladr[i]];
    switch (m->actuator_dyntype[i]) {
      case mjDYN_INTEGRATOR: *rate = u; break;
      case mjDYN_FILTER:
      case mjDYN_FILTEREXACT: *rate = (u - act) / fmax(mjMINVAL, prm[0]); break;
      case mjDYN_MUSCLE: *rate = mju_muscleDynamics(u, act, prm); break;
      default:
        if (!mjcb_act_dyn) break;
        if (m->actuator_actnum[i] == 1) {
          *rate = mjcb_act_dyn(m, d, i);
        } else {
          mjcb_act_dyn(m, d, i);
        }
    }
  }
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = plugin_of_instance(m, i);
    if (!(plugin->capabilityflags & mjPLUGIN_ACTUATOR)) continue;
    if (plugin->actuator_act_dot) plugin->actuator_act_dot(m, d, i);
  }
}

// prm[0] + prm[1] * length + prm[2] * velocity.
static inline mjtNum affine(const mjData* d, int out, const mjtNum* prm) {
  return prm[0] + prm[1] * d->actuator_length[out] + prm[2] * d->actuator_velocity[out];
}

static mjtNum actuator_gain(const mjModel* m, const mjData* d, int i) {
  int out = m->actuator_outadr[i];
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * i;
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_FIXED: return prm[0];
    case mjGAIN_AFFINE: return affine(d, out, prm);
    case mjGAIN_MUSCLE:
      return mju_muscleGain(d->actuator_length[out], d->actuator_velocity[out],
                            m->actuator_lengthrange + 2 * out, m->actuator_acc0[out], prm);
    default: return mjcb_act_gain ? mjcb_act_gain(m, d, i) : 1;
  }
}

static mjtNum actuator_bias(const mjModel* m, const mjData* d, int i) {
  int out = m->actuator_outadr[i];
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * i;
  switch (m->actuator_biastype[i]) {
    case mjBIAS_NONE: return 0;
    case mjBIAS_AFFINE: return affine(d, out, prm);
    case mjBIAS_MUSCLE:
      return mju_muscleBias(d->actuator_length[out], m->actuator_lengthrange + 2 * out,
                            m->actuator_acc0[out], prm);
    default: return mjcb_act_bias ? mjcb_act_bias(m, d, i) : 0;
  }
}

// Whether the actuator is a position servo on an unlimited (circular) joint (3.11).
static int actuator_is_on_circle(const mjModel* m, int i) {
  if (!level_has(m, engLEVEL_CIRCLE)) return 0;
  int dyn = m->actuator_dyntype[i];
  return m->actuator_gaintype[i] == mjGAIN_FIXED && m->actuator_biastype[i] == mjBIAS_AFFINE &&
         m->actuator_gainprm[mjNGAIN * i] == -m->actuator_biasprm[mjNBIAS * i + 1] &&
         (dyn == mjDYN_NONE || dyn == mjDYN_INTEGRATOR);
}

void wind_activations(const mjModel* m, mjData* d) {
  bool circles = level_has(m, engLEVEL_CIRCLE);
  for (int i = 0; i < m->nactuator; i++) {
    if (!circles && m->actuator_gaintype[i] != mjGAIN_SO3) continue;
    int act = m->actuator_actadr[i], out = m->actuator_outadr[i];
    if (act < 0 || (some_asleep(m, d) && actuator_sleeps(m, d, i))) continue;
    if (m->actuator_gaintype[i] == mjGAIN_SO3) {
      rewind_rotation(d->act + act);
    } else if (actuator_is_on_circle(m, i)) {
      d->act[act] = nearest_on_circle(actuator_period(m, i), d->act[act], d->actuator_length[out]);
    }
  }
}

// The input that is multiplied by the gain: the control, or the activation before or after this
// step.
static mjtNum actuator_input(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl) {
  mjtNum u = ctrl[m->actuator_ctrladr[i]];
  if (m->actuator_actadr[i] >= 0) {
    int last = last_activation(m, i);
    u = m->actuator_actearly[i] ? next_activation(m, i, d->act[last], d->act_dot[last])
                                : d->act[last];
  }
  if (!actuator_is_on_circle(m, i)) return u;
  return nearest_on_circle(actuator_period(m, i), u, d->actuator_length[m->actuator_outadr[i]]);
}

static void limit_tendon_forces(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* total = mj_stackAllocNum(d, m->ntendon);
  vec_zero(total, m->ntendon);
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON) {
      total[m->actuator_trnid[2 * i]] += d->actuator_force[m->actuator_outadr[i]];
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    int t = m->actuator_trnid[2 * i];
    if (m->actuator_trntype[i] != mjTRN_TENDON || !m->tendon_actfrclimited[t]) continue;
    const mjtNum* range = m->tendon_actfrcrange + 2 * t;
    if (total[t] == 0) continue;
    if (total[t] < range[0]) {
      d->actuator_force[m->actuator_outadr[i]] *= range[0] / total[t];
    } else if (total[t] > range[1]) {
      d->actuator_force[m->actuator_outadr[i]] *= range[1] / total[t];
    }
  }
  mj_freeStack(d);
}

static inline mjtNum within_forcerange(const mjModel* m, int i, mjtNum force) {
  const mjtNum* range = m->actuator_forcerange + 2 * i;
  return m->actuator_forcelimited[i] ? real_clip(force, range[0], range[1]) : force;
}

// Whether the actuator's force is limited jointly with others on the same tendon.
static inline int shares_tendon_limit(const mjModel* m, int i) {
  return m->actuator_trntype[i] == mjTRN_TENDON &&
         m->tendon_actfrclimited[m->actuator_trnid[2 * i]];
}

// Apply the limits of the actuator, then what they do not limit.
static void finish_force(const mjModel* m, mjData* d, int i) {
  mjtNum* force = d->actuator_force + m->actuator_outadr[i];
  if (m->actuator_gaintype[i] == mjGAIN_SO3) return;
  *force = within_forcerange(m, i, *force);
  if (actuator_is_newer(m, i) && !actuator_is_disabled(m, i)) *force += motor_load(m, d, i);
}

// Forces from gain and bias, then from plugins; tendon limits are applied before actuator limits.
static void find_actuator_forces(const mjModel* m, mjData* d, const mjtNum* ctrl) {
  int open = m->nplugin, tendon_limited = 0, n = m->nactuator;
  int groups_off = m->opt.disableactuator;
  bool watch = some_asleep(m, d);
  for (int i = 0; i < n; i++) {
    mjtNum force = 0;
    if (watch && actuator_sleeps(m, d, i)) {
      vec_zero(d->actuator_force + m->actuator_outadr[i], m->actuator_outnum[i]);
      continue;
    }
    if (actuator_is_newer(m, i)) {
      mjtNum* forces = d->actuator_force + m->actuator_outadr[i];
      vec_zero(forces, m->actuator_outnum[i]);
      if (!actuator_is_disabled(m, i)) motor_forces(m, d, i, ctrl, forces);
      int shares = m->ntendon && shares_tendon_limit(m, i);
      if (!shares) finish_force(m, d, i);
      tendon_limited |= shares;
      open |= shares;
      continue;
    }
    int shares = m->ntendon && shares_tendon_limit(m, i);
    if (m->actuator_plugin[i] < 0 && !(groups_off && actuator_is_disabled(m, i))) {
      mjtNum gain = actuator_gain(m, d, i);
      force = gain * actuator_input(m, d, i, ctrl) + actuator_bias(m, d, i);
      tendon_limited |= shares;
    }
    d->actuator_force[m->actuator_outadr[i]] = shares ? force : within_forcerange(m, i, force);
    open |= shares;
  }
  if (!open) return;
  compute_plugins(m, d, mjPLUGIN_ACTUATOR);
  if (tendon_limited) limit_tendon_forces(m, d);
  for (int i = 0; i < n; i++) {
    bool finished = actuator_is_newer(m, i) && !(m->ntendon && shares_tendon_limit(m, i));
    if (!finished && !(watch && actuator_sleeps(m, d, i))) finish_force(m, d, i);
  }
}

// Whether every actuator is a plain motor: constant gain, no bias, no activation.  The loop for
// this case halves the cost of the stage: a humanoid with 21 motors takes 1500 instead of 2960
// instructions per step, 1 % of the step.
static int motors_alone(const mjModel* m) {
  if (m->na || m->nplugin || m->ntendon || m->opt.disableactuator) return 0;
  if (m->nactuator != m->nu || m->nout != m->nu) return 0;
  int other = 0;
  for (int i = 0; i < m->nu; i++) {
    other |= (m->actuator_gaintype[i] ^ mjGAIN_FIXED) | (m->actuator_biastype[i] ^ mjBIAS_NONE);
  }
  return !other;
}

static void find_motor_forces(const mjModel* m, mjData* d, const mjtNum* restrict ctrl) {
  mjtNum* restrict force = d->actuator_force;
  for (int i = 0; i < m->nu; i++) {
    force[i] = within_forcerange(m, i, m->actuator_gainprm[mjNGAIN * i] * ctrl[i]);
  }
}

static void limit_dof_forces(const mjModel* m, mjtNum* qfrc) {
  int any = 0;
  for (int j = 0; j < m->njnt; j++) any |= m->jnt_actfrclimited[j];
  for (int j = 0; any && j < m->njnt; j++) {
    if (!m->jnt_actfrclimited[j]) continue;
    const mjtNum* range = m->jnt_actfrcrange + 2 * j;
    int i = m->jnt_dofadr[j];
    qfrc[i] = real_clip(qfrc[i], range[0], range[1]);
  }
}

// Forces on dofs, including gravity compensation by actuators, clamped to the joints' actuator
// force ranges.
static void find_dof_forces(const mjModel* m, mjData* d) {
  mjtNum* qfrc = d->qfrc_actuator;
  csr_tmul_vec(qfrc, d->actuator_moment, d->actuator_force, pattern_of_moment(m, d), m->nv);
  if (gravity_is_compensated(m)) {
    for (int j = 0; j < m->njnt; j++) {
      int i = m->jnt_dofadr[j];
      if (!m->jnt_actgravcomp[j]) continue;
      vec_add(qfrc + i, qfrc + i, d->qfrc_gravcomp + i, joint_nv(m->jnt_type[j]));
    }
  }
  limit_dof_forces(m, qfrc);
}

// Of a model with actuators.
NOT_INLINED static void actuate(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_ACTUATION)) {
    vec_zero(d->actuator_force, m->nu);
    vec_zero(d->qfrc_actuator, m->nv);
    return;
  }
  if (actuators_rest(m, d)) return;
  mjtNum start = timer_now();
  mj_markStack(d);
  mjtNum* ctrl = mj_stackAllocNum(d, m->nu);
  int bad = read_controls(m, d, ctrl);
  if (bad >= 0) mj_warning(d, mjWARN_BADCTRL, bad);
  if (motors_alone(m) && !some_asleep(m, d)) {
    find_motor_forces(m, d, ctrl);
  } else {
    find_activation_rates(m, d, ctrl);
    find_actuator_forces(m, d, ctrl);
  }
  find_dof_forces(m, d);
  mj_freeStack(d);
  timer_count(d, mjTIMER_ACTUATION, start);
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (m->nu) {
    actuate(m, d);
  } else {
    FOR_AWAKE(w, m, d) vec_zero(d->qfrc_actuator + w.at.dof, w.at.dofend - w.at.dof);
  }
}
