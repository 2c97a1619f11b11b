// Derivatives of actuators.
#pragma once

#include "dynamics/slope/slope.h"

// How the force of an actuator and its activation depend on its inputs.
typedef struct {
  mjtNum force_by_ctrl, force_by_act;  // along the moment
  mjtNum act_by_ctrl, act_by_act;      // of the activation a step later
  mjtNum rate_by_ctrl, rate_by_act;    // of its rate
  mjtNum step;                         // by which the rate is multiplied to make the step
} actuator_inputs;

// Whether an activation that a step would take to next stays free of its limits.
int activation_is_free(const mjModel* m, int actuator, mjtNum next);

enum {
  ACTUATOR_KEEP_OUTSIDE = 1  // controls outside their limits count where nothing clamps them
};

// For all actuators, after the actuation stage.
void actuator_inputs_of(const mjModel* m, mjData* d, int outside, actuator_inputs* out);

// Rows of dofs whose actuator force is at its limit have no derivative: keep (nv) becomes 1 or 0.
// Returns whether there are any.
int actuator_dofs_kept(const mjModel* m, const mjData* d, mjtNum* keep);

// R += the derivative of the forces of actuators, but for the gravity compensation some joints
// leave to them, and for what adhesion does where contacts move.
void add_actuators_slope(slope* s, const carried* vel, const mjtNum* keep);

// R += the derivative of (D acc), D being what actuators add to mjData.qDeriv: the limits of forces
// and controls have no part in it.  vel and acc carry qvel and acc.
void add_actuator_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                                const carried* acc_carried);

// How the input that D has for an actuator, its control or activation, changes F_v in D = m' F_v m.
mjtNum actuator_damping_by_input(const mjModel* m, const mjData* d, int actuator);

// The derivative of the force along the moment, and of F_v, by coefficient index (0 to 2: constant,
// length, velocity) of a gain (fixed or affine) or of an affine bias.
mjtNum actuator_force_by_coefficient(const mjModel* m, const mjData* d, int actuator, int is_gain,
                                     int index);
mjtNum actuator_damping_by_coefficient(const mjModel* m, const mjData* d, int actuator, int is_gain,
                                       int index);

// Whether all actuators are of kinds that have derivatives; else *why names what has not.
int actuators_have_slopes(const mjModel* m, const char** why);
