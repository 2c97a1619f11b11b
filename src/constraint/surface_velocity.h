// Geoms whose surfaces move while the geoms do not: conveyor belts, turntables.
#pragma once

#include <engine/data_types.h>

// Add the surface velocities of geoms in contact to efc_vel, which holds J qvel.
void surface_velocity_add(const mjModel* m, mjData* d);
