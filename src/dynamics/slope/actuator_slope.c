// The force of an actuator of length l and velocity v with input x, its control or activation, is
// F = gain(l, v) x + bias(l, v), within limits; see transmission_slope.h for how it acts.
#include "dynamics/slope/actuator_slope.h"

#include <engine/base.h>
#include <engine/plugin.h>

#include "dynamics/actuation.h"
#include "dynamics/muscle.h"
#include "dynamics/slope/transmission_slope.h"
#include "math/dense.h"
#include "math/real.h"
#include "model/joint_type.h"

static muscle_curve affine_curve(const mjData* d, int i, const mjtNum* prm) {
  return (muscle_curve){
      .value = prm[0] + prm[1] * d->actuator_length[i] + prm[2] * d->actuator_velocity[i],
      .by_length = prm[1],
      .by_velocity = prm[2]};
}

static muscle_curve gain_of(const mjModel* m, const mjData* d, int i) {
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * i;
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_AFFINE: return affine_curve(d, i, prm);
    case mjGAIN_MUSCLE:
      return muscle_gain_curve(d->actuator_length[i], d->actuator_velocity[i],
                               m->actuator_lengthrange + 2 * i, m->actuator_acc0[i], prm);
    case mjGAIN_FIXED: return (muscle_curve){.value = prm[0]};
    default: return (muscle_curve){.value = 1};
  }
}

static muscle_curve bias_of(const mjModel* m, const mjData* d, int i) {
  const mjtNum* prm = m->actuator_biasprm + mjNBIAS * i;
  switch (m->actuator_biastype[i]) {
    case mjBIAS_AFFINE: return affine_curve(d, i, prm);
    case mjBIAS_MUSCLE:
      return muscle_bias_curve(d->actuator_length[i], m->actuator_lengthrange + 2 * i,
                               m->actuator_acc0[i], prm);
    default: return (muscle_curve){0};
  }
}

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

// The control as the actuator uses it (clamped), not considering bad values.
static mjtNum control_of(const mjModel* m, const mjData* d, int i) {
  mjtNum u = d->ctrl[i];
  if (m->actuator_ctrllimited[i] && !mjDISABLED(mjDSBL_CLAMPCTRL)) {
    u = real_clip(u, m->actuator_ctrlrange[2 * i], m->actuator_ctrlrange[2 * i + 1]);
  }
  return u;
}

static int controls_are_bad(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    if (real_is_bad(control_of(m, d, i))) return 1;
  }
  return 0;
}

// The input that is multiplied by the gain.
static mjtNum input_of(const mjModel* m, const mjData* d, int i) {
  if (m->actuator_actadr[i] < 0) return control_of(m, d, i);
  int last = last_activation(m, i);
  return m->actuator_actearly[i] ? next_activation(m, i, d->act[last], d->act_dot[last])
                                 : d->act[last];
}

// The force before clamping, and its derivatives.
typedef struct {
  mjtNum value, by_length, by_velocity;
} force_curve;

static force_curve force_of(const mjModel* m, const mjData* d, int i) {
  muscle_curve gain = gain_of(m, d, i), bias = bias_of(m, d, i);
  mjtNum x = input_of(m, d, i);
  return (force_curve){gain.value * x + bias.value, gain.by_length * x + bias.by_length,
                       gain.by_velocity * x + bias.by_velocity};
}

static int within(const mjtNum range[2], mjtNum x) { return x > range[0] && x < range[1]; }

static int force_is_free(const mjModel* m, const mjData* d, int i) {
  return !m->actuator_forcelimited[i] ||
         within(m->actuator_forcerange + 2 * i, d->actuator_force[i]);
}

// Factor of the derivative of an actuator's own force along its moment.  Actuators on a tendon
// whose total force is limited to c share it: F_i = f_i c / sum f.  With gears g the tendon force
// is sum g_i F_i over those that are not clamped themselves, so
//   d/df_k = (c / sum f) g_k [k not clamped] - (c / (sum f)^2) sum g_i f_i.
static mjtNum share_of(const mjModel* m, const mjData* d, int i) {
  int t = m->actuator_trnid[2 * i], is_free = force_is_free(m, d, i);
  if (m->actuator_trntype[i] != mjTRN_TENDON || !m->tendon_actfrclimited[t]) return is_free;
  mjtNum total = 0, pull = 0;
  for (int k = 0; k < m->nu; k++) {
    if (m->actuator_trntype[k] != mjTRN_TENDON || m->actuator_trnid[2 * k] != t) continue;
    if (actuator_is_disabled(m, k)) continue;
    mjtNum f = force_of(m, d, k).value;
    total += f;
    if (force_is_free(m, d, k)) pull += m->actuator_gear[6 * k] * f;
  }
  const mjtNum* range = m->tendon_actfrcrange + 2 * t;
  if (total >= range[0] && total <= range[1]) return is_free;
  mjtNum c = total < range[0] ? range[0] : range[1], gear = m->actuator_gear[6 * i];
  if (gear == 0) return 0;
  return c / total * is_free - c / (total * total) * pull / gear;
}

static int is_off(const mjModel* m, int i) {
  return actuator_is_disabled(m, i) || mjDISABLED(mjDSBL_ACTUATION);
}

// --- inputs -------------------------------------------------------------------------------------

int activation_is_free(const mjModel* m, int i, mjtNum next) {
  return !m->actuator_actlimited[i] || within(m->actuator_actrange + 2 * i, next);
}

static void find_activation_slope(const mjModel* m, const mjData* d, int i, mjtNum by_clamp,
                                  actuator_inputs* x) {
  int last = last_activation(m, i);
  mjtNum h = m->opt.timestep, act = d->act[last], by_u = 0, by_a = 0, step = h;
  const mjtNum* prm = m->actuator_dynprm + mjNDYN * i;
  mjtNum tau = fmax(mjMINVAL, prm[0]);
  switch (m->actuator_dyntype[i]) {
    case mjDYN_INTEGRATOR: by_u = 1; break;
    case mjDYN_FILTEREXACT:
      step = tau * (1 - exp(-h / tau));  // exact integration; the rates are those of a filter
    // fall through
    case mjDYN_FILTER:
      by_u = 1 / tau;
      by_a = -1 / tau;
      break;
    case mjDYN_MUSCLE: muscle_dynamics_slope(control_of(m, d, i), act, prm, &by_u, &by_a); break;
    default: break;
  }
  if (is_off(m, i)) by_u = by_a = 0;
  x->step = step;
  x->rate_by_ctrl = by_u * by_clamp;
  x->rate_by_act = by_a;
  x->act_by_ctrl = step * x->rate_by_ctrl;
  x->act_by_act = 1 + step * by_a;
  mjtNum next = act + step * (is_off(m, i) ? 0 : d->act_dot[last]);
  if (!activation_is_free(m, i, next)) x->act_by_ctrl = x->act_by_act = 0;
}

void actuator_inputs_of(const mjModel* m, mjData* d, int outside, actuator_inputs* out) {
  int bad = controls_are_bad(m, d);
  for (int i = 0; i < m->nu; i++) {
    actuator_inputs* x = out + i;
    *x = (actuator_inputs){0};
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    mjtNum u = d->ctrl[i], by_clamp = !bad;
    if (m->actuator_ctrllimited[i] && !(range[0] <= u && u <= range[1]) &&
        !(outside && mjDISABLED(mjDSBL_CLAMPCTRL))) {
      by_clamp = 0;
    }
    int has_act = m->actuator_actadr[i] >= 0;
    if (has_act && !mjDISABLED(mjDSBL_ACTUATION)) {
      find_activation_slope(m, d, i, by_clamp, x);
    } else if (has_act) {
      x->act_by_act = 1;
    }
    if (is_off(m, i)) continue;
    mjtNum by_input = share_of(m, d, i) * gain_of(m, d, i).value;
    if (!has_act) {
      x->force_by_ctrl = by_input * by_clamp;
    } else if (m->actuator_actearly[i]) {
      x->force_by_ctrl = by_input * x->act_by_ctrl;
      x->force_by_act = by_input * x->act_by_act;
    } else {
      x->force_by_act = by_input;
    }
  }
}

int actuator_dofs_kept(const mjModel* m, const mjData* d, mjtNum* keep) {
  int dropped = 0;
  vec_fill(keep, 1, m->nv);
  for (int j = 0; j < m->njnt; j++) {
    int i = m->jnt_dofadr[j];
    if (!m->jnt_actfrclimited[j] || within(m->jnt_actfrcrange + 2 * j, d->qfrc_actuator[i]))
      continue;
    keep[i] = 0;
    dropped = 1;
  }
  return dropped;
}

// --- forces -------------------------------------------------------------------------------------

// Whether the moment is a constant at a single dof.  Entries at once save 3 % of a product on an
// arm with 7 motors.
static int is_at_one_dof(const mjModel* m, int i) {
  int type = m->actuator_trntype[i], is_joint = type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT;
  return is_joint && joint_nv(m->jnt_type[m->actuator_trnid[2 * i]]) == 1;
}

// F along the moment g of one dof: its entries are share F_l g^2 and share F_v g^2.
static void add_at_one_dof(slope* s, int i, const force_curve* f, mjtNum share,
                           const mjtNum* keep) {
  sparse_row moment = moment_of(s->d, i);
  if (!moment.n || share == 0 || (keep && keep[moment.col[0]] == 0)) return;
  int dof = moment.col[0];
  mjtNum along = share * moment.value[0] * moment.value[0];
  if (f->by_length != 0) slope_add_entry(s, BY_POSITION, dof, dof, along * f->by_length);
  if (f->by_velocity != 0) slope_add_entry(s, BY_VELOCITY, dof, dof, along * f->by_velocity);
}

void add_actuators_slope(slope* s, const carried* vel, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  if (mjDISABLED(mjDSBL_ACTUATION)) return;
  for (int i = 0; i < m->nu; i++) {
    if (actuator_is_disabled(m, i)) continue;
    force_curve f = force_of(m, d, i);
    mjtNum share = share_of(m, d, i);
    if (is_at_one_dof(m, i)) {
      add_at_one_dof(s, i, &f, share, keep);
      continue;
    }
    transmission_terms t = {.force = d->actuator_force[i],
                            .along = share,
                            .by_length = f.by_length,
                            .by_rate = {f.by_velocity, 0},
                            .motion = {vel, NULL},
                            .x = {d->qvel, NULL}};
    if (share == 0) t.by_length = t.by_rate[0] = 0;
    add_transmission(s, i, &t, keep);
    if (share * f.by_velocity == 0) continue;
    mj_markStack(d);
    sparse_row moment = moment_of(d, i);
    slope_add_outer(s, BY_VELOCITY, share * f.by_velocity, masked(d, moment, keep), moment);
    mj_freeStack(d);
  }
}

// The input that mjData.qDeriv uses for the actuator.
static mjtNum damping_input(const mjModel* m, const mjData* d, int i) {
  return m->actuator_dyntype[i] == mjDYN_NONE ? d->ctrl[i] : d->act[last_activation(m, i)];
}

// D acc = m' F_v (m acc): like a velocity-dependent force evaluated at velocity acc.
void add_actuator_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                                const carried* acc_carried) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  if (mjDISABLED(mjDSBL_ACTUATION)) return;
  for (int i = 0; i < m->nu; i++) {
    if (actuator_is_disabled(m, i)) continue;
    muscle_curve gain = gain_of(m, d, i), bias = bias_of(m, d, i);
    mjtNum x = damping_input(m, d, i), by_velocity = gain.by_velocity * x + bias.by_velocity;
    sparse_row moment = moment_of(d, i);
    mjtNum rate = sparse_row_dot(moment, acc), bend = rate * x * gain.by_velocity_velocity;
    if (by_velocity == 0 && bend == 0) continue;
    transmission_terms t = {.force = by_velocity * rate,
                            .along = 1,
                            .by_length = rate * x * gain.by_velocity_length,
                            .by_rate = {bend, by_velocity},
                            .motion = {vel, acc_carried},
                            .x = {d->qvel, acc}};
    add_transmission(s, i, &t, NULL);
    slope_add_outer(s, BY_VELOCITY, bend, moment, moment);
  }
}

mjtNum actuator_damping_by_input(const mjModel* m, const mjData* d, int i) {
  return is_off(m, i) ? 0 : gain_of(m, d, i).by_velocity;
}

mjtNum actuator_force_by_coefficient(const mjModel* m, const mjData* d, int i, int is_gain,
                                     int index) {
  if (is_off(m, i) || controls_are_bad(m, d)) return 0;
  mjtNum times = is_gain ? input_of(m, d, i) : 1;
  if (index == 1) times *= d->actuator_length[i];
  if (index == 2) times *= d->actuator_velocity[i];
  return share_of(m, d, i) * times;
}

mjtNum actuator_damping_by_coefficient(const mjModel* m, const mjData* d, int i, int is_gain,
                                       int index) {
  if (is_off(m, i) || index != 2) return 0;
  return is_gain ? damping_input(m, d, i) : 1;
}

int actuators_have_slopes(const mjModel* m, const char** why) {
  for (int i = 0; i < m->nu; i++) {
    // without the callback a gain is 1, a bias and a rate 0
    int user = (m->actuator_gaintype[i] == mjGAIN_USER && mjcb_act_gain) ||
               (m->actuator_biastype[i] == mjBIAS_USER && mjcb_act_bias) ||
               (m->actuator_dyntype[i] == mjDYN_USER && mjcb_act_dyn);
    if (user) *why = "actuators whose force or activation a callback gives";
    if (m->actuator_plugin[i] >= 0) *why = "actuators of plugins";
    if (user || m->actuator_plugin[i] >= 0) return 0;
  }
  return 1;
}
