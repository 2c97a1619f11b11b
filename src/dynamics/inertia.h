// The inertia matrix, for what is awake.
#pragma once

#include <engine/data_types.h>

// x = M^-1 y, the rows of awake dofs; the others of x stay as they are.  x may be y.
void solve_awake(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* y);
