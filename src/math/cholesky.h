// Dense Cholesky functions beyond the API (mju_cholFactor and its family in engine/math.h).
#pragma once

#include <engine/math.h>

// In place: the lower part of row-major A (n x n) becomes L with A = L L'.  Nothing above the
// diagonal is read or written.  Squared pivots below mindiag are replaced by mindiag; returns the
// number of pivots that were not replaced.
int chol_factor(mjtNum* a, int n, mjtNum mindiag);

// x = (L L')^-1 b; x may be b.
void chol_solve(mjtNum* x, const mjtNum* l, const mjtNum* b, int n);
