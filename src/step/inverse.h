// What inverse dynamics and its derivatives share.
#pragma once

#include <engine/data_types.h>

// qacc was measured between two time steps: turn it into the continuous-time acceleration at which
// the integrator, not RK4, would have produced it.
void continuous_acceleration(const mjModel* m, mjData* d);
