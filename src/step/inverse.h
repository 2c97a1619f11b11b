// Functions shared by inverse dynamics and its derivatives.
#pragma once

#include <engine/data_types.h>

// Convert qacc from a velocity difference between two time steps to the continuous-time
// acceleration for which the integrator (not RK4) produces that difference.
void continuous_acceleration(const mjModel* m, mjData* d);

// mj_inverse without sensors, but with contact.H of cones.
void inverse_with_cones(const mjModel* m, mjData* d);
