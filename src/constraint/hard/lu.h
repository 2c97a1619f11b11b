// LU factorisation of dense unsymmetric matrices.
#pragma once

#include <engine/scalar.h>

// In place: A (n x n, row-major) becomes its LU factors with row pivoting.  Returns 0 when a pivot
// is 0 or NaN; the factors are then useless.
int lu_pivoted_factor(mjtNum* A, int* pivot, int n);

// x = A^-1 x, using the factors.
void lu_pivoted_substitute(const mjtNum* A, const int* pivot, mjtNum* x, int n);
