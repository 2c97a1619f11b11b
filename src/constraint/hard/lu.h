// Dense systems without symmetry.
#pragma once

#include <engine/scalar.h>

// A row-major A (n x n) becomes its factors; pivots are chosen by size within columns.  Returns 0
// when one is 0 or no number, and the factors are of no use.
int lu_pivoted_factor(mjtNum* A, int* pivot, int n);

// x = A^-1 x, with the factors.
void lu_pivoted_substitute(const mjtNum* A, const int* pivot, mjtNum* x, int n);
