// Derivatives of actuator force with respect to length and velocity.
#pragma once

#include <engine/data_types.h>

// Derivatives of each force of an actuator by the length and the velocity of the same output; both
// are 0 where the force is clamped.  ctrl: all controls, from read_controls.
void actuator_slopes(const mjModel* m, const mjData* d, const mjtNum* ctrl, int i,
                     mjtNum* by_length, mjtNum* by_velocity);
