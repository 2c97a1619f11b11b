// Actuator types newer than 3.3.7: pid, dcmotor and orientation.  They can have several controls,
// several activations and (orientation) three outputs.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// Is the actuator one of these?
static inline bool actuator_is_newer(const mjModel* m, int i) {
  int type = m->actuator_gaintype[i];
  return type == mjGAIN_PID || type == mjGAIN_DCMOTOR || type == mjGAIN_SO3;
}

// Rates of its activations; ctrl: all controls, from read_controls.
void motor_rates(const mjModel* m, mjData* d, int i, const mjtNum* ctrl);

// Its forces, one per output; of the three of an orientation the norm is limited, others are not.
void motor_forces(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl, mjtNum* force);

// What cogging and friction of a dcmotor add, which no range limits.
mjtNum motor_load(const mjModel* m, const mjData* d, int i);

// Activation k (an index in d->act) of actuator i after one timestep.
mjtNum motor_next(const mjModel* m, const mjData* d, int i, int k, mjtNum act, mjtNum act_dot);

// Derivatives of each force by the length and the velocity of the same output; 0 where the force is
// clamped.
mjtNum motor_stiffness(const mjModel* m, const mjData* d, int i);
mjtNum motor_damping(const mjModel* m, const mjData* d, int i);

// The setpoint modulo `period` (0: not periodic) that is nearest to a length.
mjtNum nearest_on_circle(mjtNum period, mjtNum setpoint, mjtNum length);

// The period of an actuator's length; 0 if it is not periodic.
mjtNum actuator_period(const mjModel* m, int i);

// Replace a rotation vector longer than half a turn by the equivalent shorter one.
void rewind_rotation(mjtNum turn[3]);
