// Dense factorisation of a symmetric positive matrix from its last row to the first.
//
// In this order a Hessian of kinematic trees fills in little: entries that tie one limb to another
// stay 0, and their work is skipped.  H = R' D^-1 R with R lower and D its diagonal.
#pragma once

#include <engine/scalar.h>

// In place: row-major H (n x n, lower part) becomes R, but for its diagonal, which becomes that of
// D^-1.  The part above the diagonal is scratch: it must hold numbers, which do not matter.  Pivots
// below mindiag are replaced by it.
void dense_factor(mjtNum* h, int n, mjtNum mindiag);

// x = H^-1 b; x may be b.
void dense_factor_solve(mjtNum* x, const mjtNum* r, const mjtNum* b, int n);
