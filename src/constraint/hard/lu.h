// Dense systems without symmetry.
#pragma once

#include <engine/scalar.h>

// x = A^-1 x for a row-major A (n x n), which is destroyed; pivots are chosen by size within
// columns.  Returns 0 when a pivot is 0 or no number, and x is of no use.
int lu_pivoted_solve(mjtNum* A, int* pivot, mjtNum* x, int n);
