// What integrators and derivatives need from actuation.
#pragma once

#include <engine/data_types.h>

// Whether the actuator is in a group that opt.disableactuator disables; groups outside 0..30 never
// are.
static inline int actuator_is_disabled(const mjModel* m, int actuator) {
  int group = m->actuator_group[actuator];
  return group >= 0 && group <= 30 && (m->opt.disableactuator & (1 << group)) != 0;
}

// The nu controls as actuators use them: clamped to their ranges; all 0 if one is bad (NaN or
// huge), whose index is then returned, else -1.
int read_controls(const mjModel* m, const mjData* d, mjtNum* ctrl);

// Activation of the actuator after one timestep, clamped to actrange.
mjtNum next_activation(const mjModel* m, int actuator, mjtNum act, mjtNum act_dot);

// The same before it is limited to its range.
mjtNum unlimited_activation(const mjModel* m, int actuator, mjtNum act, mjtNum act_dot);

// After activations have advanced: replace angles by the equivalent ones nearest to the actuator's
// length, and rotation vectors by the shortest equivalent ones.
void wind_activations(const mjModel* m, mjData* d);
