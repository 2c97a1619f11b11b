// mujoco.pid: a proportional-integral-derivative controller as an actuator.
//
// An instance may be used by several actuators: they share the gains but have separate states.
// Activations of an actuator, in order: integral of the error (if there is an integral gain),
// previous set point (if its rate is limited), and the native activation of its dynamics, if any.
#include <math.h>
#include <stdlib.h>

#include "plugin/first_party/attribute.h"
#include "plugin/first_party/plugins.h"

typedef struct {
  int actuator;
  int integral, previous;  // indices of activations, or -1
} driven;

typedef struct {
  mjtNum kp, ki, kd;
  mjtNum integral_max;  // limit of the integral; infinite: none
  mjtNum rate_max;      // limit of the set point's rate; infinite: none
  int n;                // number of actuators that use this instance
  driven use[];
} controller;

static int has_native_activation(const mjModel* m, int actuator) {
  int type = m->actuator_dyntype[actuator];
  return type == mjDYN_INTEGRATOR || type == mjDYN_FILTER || type == mjDYN_FILTEREXACT;
}

static int count_actuators(const mjModel* m, int instance) {
  int n = 0;
  for (int i = 0; i < m->nactuator; i++) n += m->actuator_plugin[i] == instance;
  return n;
}

// Assign the activations of the next actuator; false when it has too few.
static int add_actuator(const mjModel* m, controller* c, int actuator) {
  int next = m->actuator_actadr[actuator], count = 0;
  driven* use = c->use + c->n++;
  use->actuator = actuator;
  use->integral = c->ki ? next + count++ : -1;
  use->previous = isfinite(c->rate_max) ? next + count++ : -1;
  count += has_native_activation(m, actuator);
  if (count == m->actuator_actnum[actuator]) return 1;
  mju_warning("plugin mujoco.pid: actdim must be %d, not %d", count, m->actuator_actnum[actuator]);
  return 0;
}

// Reads the configuration; returns NULL, or what is wrong with it.
static const char* configure(const mjModel* m, int instance, controller* c) {
  int bad = 0;
  c->kp = config_number(m, instance, "kp", 0, &bad);
  c->ki = config_number(m, instance, "ki", 0, &bad);
  c->kd = config_number(m, instance, "kd", 0, &bad);
  mjtNum force_max = config_number(m, instance, "imax", INFINITY, &bad);
  c->rate_max = config_number(m, instance, "slewmax", INFINITY, &bad);
  c->integral_max = c->ki ? force_max / c->ki : INFINITY;
  if (bad) return "an attribute is no number";
  if (c->integral_max < 0) return "imax must not be negative";
  if (c->rate_max < 0) return "slewmax must not be negative";

  c->n = 0;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_plugin[i] == instance && !add_actuator(m, c, i)) return "actdim does not fit";
  }
  return c->n ? NULL : "no actuator uses it";
}

static int pid_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static int pid_init(const mjModel* m, mjData* d, int instance) {
  controller* c = malloc(sizeof *c + sizeof(driven) * (size_t)count_actuators(m, instance));
  const char* problem = c ? configure(m, instance, c) : "out of memory";
  if (problem) {
    mju_warning("plugin mujoco.pid, instance %d: %s", instance, problem);
    free(c);
    return -1;
  }
  d->plugin_data[instance] = (uintptr_t)c;
  return 0;
}

static void pid_destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static void pid_reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  // the only state are activations, which are reset with the data
  (void)m;
  (void)state;
  (void)data;
  (void)instance;
}

// The native activation or, with actearly, the one after the step.
static mjtNum native_activation(const mjModel* m, const mjData* d, int i) {
  int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  mjtNum act = d->act[last];
  if (!m->actuator_actearly[i]) return act;
  mjtNum h = m->opt.timestep, rate = d->act_dot[last];
  if (m->actuator_dyntype[i] == mjDYN_FILTEREXACT) {
    mjtNum tau = mju_max(mjMINVAL, m->actuator_dynprm[mjNDYN * i]);
    act += rate * tau * (1 - exp(-h / tau));
  } else {
    act += rate * h;
  }
  const mjtNum* range = m->actuator_actrange + 2 * i;
  return m->actuator_actlimited[i] ? mju_clip(act, range[0], range[1]) : act;
}

// The set point for the controlled length.
static mjtNum set_point(const mjModel* m, const mjData* d, const controller* c, const driven* use,
                        int early) {
  int i = use->actuator;
  mjtNum u;
  if (m->actuator_dyntype[i] == mjDYN_NONE) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    u = m->actuator_ctrllimited[i] ? mju_clip(d->ctrl[i], range[0], range[1]) : d->ctrl[i];
  } else if (early) {
    u = native_activation(m, d, i);
  } else {
    u = d->act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1];
  }
  if (use->previous >= 0 && d->time > 0) {
    mjtNum reach = c->rate_max * m->opt.timestep, before = d->act[use->previous];
    u = mju_clip(u, before - reach, before + reach);
  }
  return u;
}

static mjtNum next_integral(const mjModel* m, const mjData* d, const controller* c,
                            const driven* use, mjtNum error) {
  mjtNum next = d->act[use->integral] + error * m->opt.timestep;
  return mju_clip(next, -c->integral_max, c->integral_max);
}

static void pid_act_dot(const mjModel* m, mjData* d, int instance) {
  const controller* c = (const controller*)d->plugin_data[instance];
  mjtNum h = m->opt.timestep;
  for (const driven* use = c->use; use < c->use + c->n; use++) {
    mjtNum u = set_point(m, d, c, use, 0);
    if (use->integral >= 0) {
      mjtNum next = next_integral(m, d, c, use, u - d->actuator_length[use->actuator]);
      d->act_dot[use->integral] = (next - d->act[use->integral]) / h;
    }
    if (use->previous >= 0) d->act_dot[use->previous] = (u - d->act[use->previous]) / h;
  }
}

static void pid_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const controller* c = (const controller*)d->plugin_data[instance];
  for (const driven* use = c->use; use < c->use + c->n; use++) {
    int i = use->actuator, last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
    mjtNum error = set_point(m, d, c, use, 1) - d->actuator_length[i];
    mjtNum rate = m->actuator_dyntype[i] == mjDYN_NONE ? 0 : d->act_dot[last];
    mjtNum force = c->kp * error + c->kd * (rate - d->actuator_velocity[i]);
    if (use->integral >= 0) force += c->ki * next_integral(m, d, c, use, error);
    d->actuator_force[i] = force;
  }
}

void register_pid(void) {
  static const char* const attributes[] = {"kp", "ki", "kd", "imax", "slewmax"};
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = "mujoco.pid";
  p.capabilityflags = mjPLUGIN_ACTUATOR;
  p.nattribute = sizeof attributes / sizeof *attributes;
  p.attributes = attributes;
  p.nstate = pid_nstate;
  p.init = pid_init;
  p.destroy = pid_destroy;
  p.reset = pid_reset;
  p.actuator_act_dot = pid_act_dot;
  p.compute = pid_compute;
  mjp_registerPlugin(&p);
}
