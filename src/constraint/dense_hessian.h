// A dense symmetric matrix of a solver: assembled from rows of a Jacobian, factored, solved.
//
// Only the lower part of H (n x n, row-major) is meant.  Zeros of the Jacobian are skipped, and the
// factor goes from the last row to the first: in this order a Hessian of kinematic trees fills in
// little, for entries that tie one limb to another stay 0, and their work is skipped too.
#pragma once

#include <engine/scalar.h>

// H += J' diag(D) J for a dense J (nr x n).  Rows whose D is exactly 0 are not read; D NULL means
// ones.
void dense_add_rows(mjtNum* h, const mjtNum* J, const mjtNum* D, int nr, int n);

// In place: H becomes R with H = R' D^-1 R, R lower and D its diagonal; on the diagonal stands
// D^-1. The part above the diagonal is scratch: it must hold numbers, which do not matter.  Pivots
// below mindiag are replaced by it.
void dense_factor(mjtNum* h, int n, mjtNum mindiag);

// x = H^-1 b from the factor; x may be b.
void dense_factor_solve(mjtNum* x, const mjtNum* r, const mjtNum* b, int n);
