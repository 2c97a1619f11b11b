// Dense square systems with many right-hand sides, eliminated from the last row to the first: in
// this order the matrices of kinematic trees fill in little, and zeros are skipped.
#pragma once

#include <engine/scalar.h>

// In place: A (n x n) becomes U - 1 above the diagonal and L on and below it, A = U L, U with unit
// diagonal.  There is no pivoting: A is symmetric and positive definite, or close to such a matrix.
// Pivots smaller than mjMINVAL in magnitude are replaced by it.
void dense_lu_factor(mjtNum* a, int n);

// The same of a symmetric matrix of which the upper triangle is not looked at.
void dense_lu_factor_symmetric(mjtNum* a, int n);

// X = A^-1 X in place; the rows of X (n x width) are stride apart.
void dense_lu_solve(const mjtNum* lu, int n, mjtNum* x, int width, int stride);

// x = A^-1 x and x = A'^-1 x in place.
void dense_lu_solve_one(const mjtNum* lu, int n, mjtNum* x);
void dense_lu_solve_transposed(const mjtNum* lu, int n, mjtNum* x);
