// Symmetric positive definite matrices with the sparsity of a tree of dofs: M = L' D L.
//
// A matrix is the rows of its lower triangle (CSR): columns ascending, the diagonal last.  Columns
// of row i are the dofs on the way from the root to i, so the first entries of a row are the
// columns of the row of any of them and the factorisation, from the last row to the first, fills
// in nothing.  A row may be reduced to its diagonal ("simple") if no other row mentions it
// together with other columns.  Factors have the layout of the matrix: L, its unit diagonal left
// out, below D.
#pragma once

#include <engine/scalar.h>

// Pattern of a matrix of n rows.
typedef struct {
  int n;
  const int* rownnz;
  const int* rowadr;
  const int* colind;
} tree_pattern;

// Factorise in place: mat becomes L and D, diag_inv (n) 1 / D.  Pivots are not checked.
void tree_factor(tree_pattern p, mjtNum* mat, mjtNum* diag_inv);

// x = M^-1 x for nx vectors, x is nx x n, row-major.
void tree_solve(tree_pattern p, const mjtNum* factor, const mjtNum* diag_inv, mjtNum* x, int nx);

// x = diag(scale) L'^-1 x for nx vectors.  With scale = 1 / sqrt(D), x.x becomes x' M^-1 x.
void tree_half_solve(tree_pattern p, const mjtNum* factor, const mjtNum* scale, mjtNum* x, int nx);

// res = M vec, both n; they do not overlap.
void tree_mul_vec(tree_pattern p, const mjtNum* mat, mjtNum* res, const mjtNum* vec);
