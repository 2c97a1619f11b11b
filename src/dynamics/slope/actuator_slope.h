// Derivatives of actuator forces.
#pragma once

#include "dynamics/slope/slope.h"

// Derivatives of an actuator's force and activation by its inputs.
typedef struct {
  mjtNum force_by_ctrl, force_by_act;  // along the moment
  mjtNum act_by_ctrl, act_by_act;      // of the activation after the step
  mjtNum rate_by_ctrl, rate_by_act;    // of the activation's rate
  mjtNum step;                         // factor from the rate to the change in a step
} actuator_inputs;

// Whether an activation that a step would bring to `next` is within its limits.
int activation_is_free(const mjModel* m, int actuator, mjtNum next);

enum {
  ACTUATOR_KEEP_OUTSIDE =
      1  // treat controls outside their limits as unclamped where nothing clamps them
};

// For all actuators; call after the actuation stage.
void actuator_inputs_of(const mjModel* m, mjData* d, int outside, actuator_inputs* out);

// Rows of dofs whose actuator force is clamped have no derivative: keep (nv) becomes 1 or 0.
// Returns whether any is 0.
int actuator_dofs_kept(const mjModel* m, const mjData* d, mjtNum* keep);

// R += derivative of actuator forces, except gravity compensation applied by actuators, and except
// the effect of contact motion on adhesion.
void add_actuators_slope(slope* s, const carried* vel, const mjtNum* keep);

// R += derivative of D acc, where D is the actuators' part of mjData.qDeriv; clamping is ignored.
// vel and acc are the body motions under qvel and acc.
void add_actuator_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                                const carried* acc_carried);

// Derivative of F_v in D = m' F_v m by the input (control or activation) that D uses for the
// actuator.
mjtNum actuator_damping_by_input(const mjModel* m, const mjData* d, int actuator);

// Derivative of the force along the moment, and of F_v, by one coefficient (0 constant, 1 length, 2
// velocity) of a fixed or affine gain, or of an affine bias.
mjtNum actuator_force_by_coefficient(const mjModel* m, const mjData* d, int actuator, int is_gain,
                                     int index);
mjtNum actuator_damping_by_coefficient(const mjModel* m, const mjData* d, int actuator, int is_gain,
                                       int index);

// Whether all actuators have types with derivatives; else *why names what has none.
int actuators_have_slopes(const mjModel* m, const char** why);
