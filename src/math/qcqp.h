// Friction of one contact: a small quadratic program in an ellipsoid.
#pragma once

#include <engine/scalar.h>

// Minimise x'A x / 2 + b'x over sum (x[i] / d[i])^2 <= r^2, n <= 5, A (n x n) symmetric.
// Newton on the multiplier, from 0.  Returns 1 when the bound is active, 0 when the minimum is
// free, and 0 with x = 0 when A is not positive enough (a determinant or squared pivot below 1e-10
// after scaling with d).  x of an active bound satisfies it to the solver's tolerance, not exactly.
int qcqp(mjtNum* x, const mjtNum* a, const mjtNum* b, const mjtNum* d, mjtNum r, int n);
