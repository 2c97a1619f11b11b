// Solving with the inertia matrix for awake dofs.
#pragma once

#include <engine/data_types.h>

// x = M^-1 y for the rows of awake dofs; the others of x are unchanged.  x may be y.
void solve_awake(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* y);
