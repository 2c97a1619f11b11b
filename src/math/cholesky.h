// What dense Cholesky has beyond the API (mju_cholFactor and its family in engine/math.h).
#pragma once

#include <engine/math.h>

// In place: row-major A (n x n, lower part) becomes L with A = L L'.  Above the diagonal nothing is
// read or written.  Squared pivots below mindiag are replaced by it; returns the number that were
// not.
int chol_factor(mjtNum* a, int n, mjtNum mindiag);

// x = (L L')^-1 b; x may be b.
void chol_solve(mjtNum* x, const mjtNum* l, const mjtNum* b, int n);
