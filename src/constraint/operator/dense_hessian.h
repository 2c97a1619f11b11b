// A dense symmetric matrix of a solver: assembled from rows of a Jacobian, factored, solved.
//
// Only the lower part of H is meant: row-major, n rows of a stride at least n.  Zeros of the
// Jacobian are skipped, and the factor goes from the last row to the first: in this order a Hessian
// of kinematic trees fills in little, for entries that tie one limb to another stay 0, and their
// work is skipped too.
#pragma once

#include <engine/scalar.h>

// The least stride that elimination can do with for n columns.
static inline int dense_stride(int n) { return (n + 3) & ~3; }

// H += J' diag(D) J for a dense J (nr x n).  Rows whose D is exactly 0 are not read; D NULL means
// ones.
void dense_add_rows(mjtNum* h, int stride, const mjtNum* J, const mjtNum* D, int nr, int n);

// Eliminate the last `count` rows, in place: they become those of R with H = R' D^-1 R, R lower and
// D its diagonal, but for the diagonal, where D^-1 stands.  The rest of H becomes what is left:
// its Schur complement.  What is above the diagonal, and between n and the stride, is scratch: it
// must hold numbers, which do not matter.  Pivots below mindiag are replaced by it.
void dense_eliminate(mjtNum* h, int n, int stride, int count, mjtNum mindiag);

// The two halves of solving with the eliminated rows, r being the first of them:
// x[n - count ... n - 1] becomes the first half of the solution, and what it contributes is taken
// off x before it; then the second half, given the solution before it.  x has room for the stride.
void dense_solve_first(mjtNum* x, const mjtNum* r, int n, int stride, int count);
void dense_solve_second(mjtNum* x, const mjtNum* r, int n, int stride, int count);
