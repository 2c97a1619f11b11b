// Surfaces that move while their geoms stand still: conveyor belts, turntables.
#pragma once

#include <engine/data_types.h>

// Add to efc_vel, which is J qvel, what the surfaces of geoms in contact move in their frames.
void surface_velocity_add(const mjModel* m, mjData* d);
