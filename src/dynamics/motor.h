// Actuators that are newer than 3.3.7: pid, dcmotor and orientation.  They can have several
// controls, several activations, and (orientation) three outputs.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// Is the actuator one of these?
static inline bool actuator_is_newer(const mjModel* m, int i) {
  int type = m->actuator_gaintype[i];
  return type == mjGAIN_PID || type == mjGAIN_DCMOTOR || type == mjGAIN_SO3;
}

// Rates of its activations, all of which it owns; ctrl: all controls, as actuators see them.
void motor_rates(const mjModel* m, mjData* d, int i, const mjtNum* ctrl);

// Its forces, one an output, within forcerange.
void motor_forces(const mjModel* m, const mjData* d, int i, const mjtNum* ctrl, mjtNum* force);

// Activation k (its place in d->act) of actuator i one timestep on.
mjtNum motor_next(const mjModel* m, const mjData* d, int i, int k, mjtNum act, mjtNum act_dot);

// Derivatives of each of its forces with respect to the length and the velocity of the same output;
// nothing where the force sits on the end of its range.
mjtNum motor_stiffness(const mjModel* m, const mjData* d, int i);
mjtNum motor_damping(const mjModel* m, const mjData* d, int i);

// A setpoint on a circle of so many radians (0: on a line): the one nearest to a length.
mjtNum nearest_on_circle(mjtNum period, mjtNum setpoint, mjtNum length);

// The circle that an actuator's length is on; 0: it is on a line.
mjtNum actuator_period(const mjModel* m, int i);

// An orientation whose rotation vector has grown beyond half a turn, as the shorter one.
void rewind_rotation(mjtNum turn[3]);
