// The friction force of one contact: a small quadratic program with an ellipsoidal constraint.
#pragma once

#include <engine/scalar.h>

// Minimise x'A x / 2 + b'x over sum (x[i] / d[i])^2 <= r^2, n <= 5, A (n x n) symmetric, by
// Newton's method on the multiplier, from 0.  Returns 1 when the constraint is active, 0 when the
// unconstrained minimum lies inside, and 0 with x = 0 when a determinant or squared pivot of A,
// scaled with d, is below 1e-10.  When active, the constraint holds to the solver's tolerance, not
// exactly.
int qcqp(mjtNum* x, const mjtNum* a, const mjtNum* b, const mjtNum* d, mjtNum r, int n);
