// Solves dense square systems with many right-hand sides.  Rows are eliminated from the last to the
// first: in this order matrices of kinematic trees have little fill-in, and zeros are skipped.
#pragma once

#include <engine/scalar.h>

// In place: A (n x n) becomes U - 1 above the diagonal and L on and below it, A = U L, U with unit
// diagonal.  There is no pivoting: A is symmetric and positive definite, or close to such a matrix.
// Pivots smaller than mjMINVAL in magnitude are replaced by it.
void dense_lu_factor(mjtNum* a, int n);

// The same for a symmetric matrix whose upper triangle is not read.
void dense_lu_factor_symmetric(mjtNum* a, int n);

// X = A^-1 X in place; rows of X (n x width) are `stride` apart.
void dense_lu_solve(const mjtNum* lu, int n, mjtNum* x, int width, int stride);

// x = A^-1 x (first) and x = A'^-1 x (second), in place.
void dense_lu_solve_one(const mjtNum* lu, int n, mjtNum* x);
void dense_lu_solve_transposed(const mjtNum* lu, int n, mjtNum* x);
