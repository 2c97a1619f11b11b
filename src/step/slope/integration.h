// From derivatives of the acceleration to those of the state a step later.
#pragma once

#include "step/slope/acceleration.h"

// acc = what the integrator (Euler or an implicit one) adds to the velocities, over the time step;
// a->R becomes its derivatives, from those of qacc.  by_input (nu x nv, or NULL): the derivatives
// by the input of each actuator, its control or activation, through the matrix of an implicit
// integrator.
void integrated_acceleration(acceleration_slope* a, mjtNum* acc, mjtNum* by_input);

// Whether there are such.
int inputs_change_damping(const mjModel* m);

// Derivatives of the position after a time t at velocity v: dq' = Q_q dq + t Q_v dv, blocks of 3 x
// 3 for the rotations of balls and free joints, else the identity.  Q (9 numbers each) of a joint
// that turns, whose first rotating dof it returns; -1 of others.
int turn_slopes(const mjModel* m, int joint, const mjtNum* v, mjtNum t, mjtNum Qq[9], mjtNum Qv[9]);
