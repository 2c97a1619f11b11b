// What integrators and derivatives need to know of actuators.
#pragma once

#include <engine/data_types.h>

// Is the actuator in a group that opt.disableactuator switches off?  Groups outside 0..30 never
// are.
static inline int actuator_is_disabled(const mjModel* m, int actuator) {
  int group = m->actuator_group[actuator];
  return group >= 0 && group <= 30 && (m->opt.disableactuator & (1 << group)) != 0;
}

// The nu controls as the actuators see them: within their ranges, and all zero if one is bad, which
// is the answer, else -1.
int read_controls(const mjModel* m, const mjData* d, mjtNum* ctrl);

// An activation of the actuator one timestep on, within actrange.
mjtNum next_activation(const mjModel* m, int actuator, mjtNum act, mjtNum act_dot);

// After activations have advanced: those that are angles or rotations on the way round that is
// nearest.
void wind_activations(const mjModel* m, mjData* d);
