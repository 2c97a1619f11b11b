// Derivatives of the force of an actuator by its length and its velocity.
#pragma once

#include <engine/data_types.h>

// Derivatives of each of its forces by the length and the velocity of the same output, both 0 where
// the force sits on the end of its range; ctrl: all controls as actuators see them.
void actuator_slopes(const mjModel* m, const mjData* d, const mjtNum* ctrl, int i,
                     mjtNum* by_length, mjtNum* by_velocity);
