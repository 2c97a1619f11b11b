// A dense symmetric solver matrix: assembled from Jacobian rows, factored, solved.
//
// Only the lower triangle of H is used: row-major, n rows with a stride of at least n.  Zeros of
// the Jacobian are skipped.  The factorisation goes from the last row to the first, in which order
// the Hessian of a kinematic tree has little fill-in: entries between separate limbs stay 0 and are
// skipped as well.
#pragma once

#include <engine/scalar.h>

// The smallest stride that dense_eliminate accepts for n columns.
static inline int dense_stride(int n) { return (n + 3) & ~3; }

// H += J' diag(D) J for a dense J (nr x n).  Rows whose D is exactly 0 are not read; D == NULL
// means ones.
void dense_add_rows(mjtNum* h, int stride, const mjtNum* J, const mjtNum* D, int nr, int n);

// Zero a matrix that is to be assembled and eliminated: the lower triangle, and as much beyond it
// as is used, if only with itself, when whole registers are.
void dense_clear(mjtNum* h, int n, int stride);

// Eliminate the last `count` rows in place: they become rows of R, where H = R' D^-1 R with R lower
// triangular and D its diagonal; the diagonal entries hold D^-1.  The rest of H becomes its Schur
// complement. Entries above the diagonal, and between n and the stride, are scratch: they must hold
// finite numbers. Pivots below mindiag are replaced by it.
void dense_eliminate(mjtNum* h, int n, int stride, int count, mjtNum mindiag);

// The same by blocks, which is faster for large fronts; results differ by rounding.  by: scratch
// for DENSE_BLOCK rows.
enum { DENSE_BLOCK = 24 };
void dense_eliminate_front(mjtNum* h, int n, int stride, int count, mjtNum mindiag, mjtNum* by);

// The two halves of solving with the eliminated rows; r is the first of them.  First half: x[n -
// count ... n - 1] becomes the intermediate solution, whose contribution is subtracted from the
// entries before.  Second half: completes these entries, given the solution before them.  x has
// room for the stride.
void dense_solve_first(mjtNum* x, const mjtNum* r, int n, int stride, int count);
void dense_solve_second(mjtNum* x, const mjtNum* r, int n, int stride, int count);
