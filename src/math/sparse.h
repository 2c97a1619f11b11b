// Sparse matrices by rows (CSR), and factorisations without fill-in of tree-structured ones.
//
// A matrix is a pattern and its values: row i has nnz[i] entries, the values mat[adr[i] ...] in the
// columns col[adr[i] ...], ascending unless a contract says otherwise.  Rows need neither be
// adjacent nor in order, so a matrix can have room to grow.  "Lower" means: only entries on and
// below the diagonal are stored, and the diagonal is the last entry of each row.  Outputs do not
// overlap inputs unless a comment says so.  Scratch is passed in; nothing is allocated.
#pragma once

#include <stdbool.h>

#include "math/dense.h"

// The pattern of a matrix: where its entries are.
typedef struct {
  int nr;
  const int* nnz;
  const int* adr;
  const int* col;
} csr_pattern;

// Part of a tree-structured matrix: the rows of P from `first` on, which are those of whole trees.
typedef struct {
  csr_pattern P;
  int first;
} csr_part;

// Whether the columns ascend within each row and are below nc.
bool csr_valid(csr_pattern P, int nc);

// Storage for a matrix that is to be computed.
typedef struct {
  int* nnz;
  int* adr;
  int* col;
  mjtNum* value;
} csr_room;

// --- one row with a dense vector ----------------------------------------------------------------

// Whether n ascending columns are contiguous; then kernels for dense vectors apply.
static inline bool sparse_is_run(const int* col, int n) {
  return n > 0 && col[n - 1] - col[0] == n - 1;
}

// Sum of val[k] x[k] in four partial sums, the remainder added one by one.
static inline mjtNum sparse_dot_run(const mjtNum* val, const mjtNum* x, int n) {
  int k = n & ~3;
  mjtNum sum = vec_dot(val, x, k);
  for (; k < n; k++) sum += val[k] * x[k];
  return sum;
}

// Sum of val[k] x[col[k]], in the order of sparse_dot_run.
static inline mjtNum sparse_dot(const mjtNum* val, const int* col, int n, const mjtNum* x) {
  if (n >= 4 && sparse_is_run(col, n)) return sparse_dot_run(val, x + col[0], n);
  mjtNum sum = 0;
  int k = 0;
  if (n >= 4) {
    mjtNum s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; k + 4 <= n; k += 4) {
      s0 += val[k] * x[col[k]];
      s1 += val[k + 1] * x[col[k + 1]];
      s2 += val[k + 2] * x[col[k + 2]];
      s3 += val[k + 3] * x[col[k + 3]];
    }
    sum = (s0 + s2) + (s1 + s3);
  }
  for (; k < n; k++) sum += val[k] * x[col[k]];
  return sum;
}

// r[col[k]] += s val[k]
static inline void sparse_axpy(mjtNum* restrict r, mjtNum s, const mjtNum* restrict val,
                               const int* restrict col, int n) {
  if (n >= 4 && sparse_is_run(col, n)) {
    vec_axpy(r + col[0], s, val, n);
    return;
  }
  for (int k = 0; k < n; k++) r[col[k]] += s * val[k];
}

// One row, or the first of several adjacent rows with the same columns.
typedef struct {
  int n;
  const int* col;  // ascending; NULL: the row is dense
  const mjtNum* value;
} sparse_row;

// Dot product of a row with a full vector.
static inline mjtNum sparse_row_dot(sparse_row row, const mjtNum* vec) {
  return row.col ? sparse_dot(row.value, row.col, row.n, vec) : vec_dot(row.value, vec, row.n);
}

// vec += scale row.
static inline void sparse_row_add(sparse_row row, mjtNum scale, mjtNum* vec) {
  if (row.col) {
    sparse_axpy(vec, scale, row.value, row.col, row.n);
  } else {
    vec_axpy(vec, scale, row.value, row.n);
  }
}

// --- merging rows -------------------------------------------------------------------------------

// A row with room for more entries.
typedef struct {
  int n, capacity;
  int* col;
  mjtNum* value;
} growing_row;

// a = s a + t b over the union of the columns, in place and without scratch.  Returns the new
// number of entries, or -1 with a unchanged when there is not enough room.
int sparse_combine(growing_row a, mjtNum s, sparse_row b, mjtNum t);

// --- matrix by vector ---------------------------------------------------------------------------

// r = A x.
void csr_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                 csr_pattern P);

// r = A x for a symmetric A of which P has the lower triangle, the diagonal last in its rows.
void csr_mul_symmetric(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                       csr_pattern P);

// r = A' x; A is nr x nc, x has nr numbers, r nc.  Rows whose x is exactly 0 are not read.
void csr_tmul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                  csr_pattern P, int nc);

// --- rearranging --------------------------------------------------------------------------------

// Sets rowadr for adjacent rows of the given lengths; returns the sum of the lengths.
int csr_pack_rows(int* rowadr, const int* rownnz, int nr);

// The transpose of A (nr x nc): t has nc adjacent rows with ascending columns, as many entries as
// A. mat may be NULL: only the pattern is computed.
void csr_transpose(const csr_room* t, const mjtNum* restrict mat, csr_pattern P, int nc);

// rowsuper[i] = number of rows directly after row i with exactly its columns: n equal rows get n -
// 1, n - 2, ..., 0.
void csr_supernodes(int* rowsuper, csr_pattern P);

// --- tree-structured matrices: L'DL and LU without fill-in --------------------------------------
//
// "Tree" (the inertia matrix M, qLD, qH): lower; row i holds the ancestors of dof i, ascending,
// then i itself, so that for every ancestor j of i, row j is a prefix of row i.  Rows of dofs
// without descendants may consist of the diagonal alone (simple dofs).

// Functions of a part neither read nor write other rows.

// r = M x.
void tree_mul_vec_part(mjtNum* restrict r, const mjtNum* mat, const mjtNum* x,
                       const csr_part* part);
void tree_mul_vec(mjtNum* restrict r, const mjtNum* mat, const mjtNum* x, csr_pattern P);

// The one or the other: r = A x for a symmetric A of which P, that of a tree or any, has the lower
// triangle.
static inline void symmetric_mul_vec(mjtNum* restrict r, const mjtNum* mat, const mjtNum* x,
                                     csr_pattern P, int is_tree) {
  if (is_tree) {
    tree_mul_vec(r, mat, x, P);
  } else {
    csr_mul_symmetric(r, mat, x, P);
  }
}

// In place: M = L' D L replaces M, with D on the diagonal and the unit lower triangular L below it;
// diaginv[i] = 1 / D[i].  Pivots are not checked: a zero pivot gives infinities.
void ldl_factor_part(mjtNum* mat, mjtNum* restrict diaginv, const csr_part* part);
void ldl_factor(mjtNum* mat, mjtNum* restrict diaginv, csr_pattern P);

// x = M^-1 x in place.
void ldl_solve_part(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, const csr_part* part);
void ldl_solve(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, csr_pattern P);

// The same for LANES vectors interleaved: x is n x LANES.
void ldl_solve_lanes(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, csr_pattern P);

// x = L'^-1 x in place for nrhs vectors of n numbers, one after another: the first of the three
// steps of ldl_solve.
void ldl_solve_first(mjtNum* x, int nrhs, const mjtNum* ld, csr_pattern P);

// The same for vectors stored as columns: x is n x nrhs.
void ldl_solve_first_columns(mjtNum* x, int nrhs, const mjtNum* ld, csr_pattern P);

// r = L x; r may not be x.  (As M = L'DL, x' M x = |sqrt(D) L x|^2.)
void ldl_mul_lower(mjtNum* restrict r, const mjtNum* restrict ld, const mjtNum* restrict x,
                   csr_pattern P);

// "Double tree" (qDeriv, qLU): row i holds the ancestors of dof i, i itself, and its descendants,
// ascending; diag[i] is the index of the diagonal within row i.

// In place: mat = (U + 1) L, factored from the last row to the first; L is on and below the
// diagonal, U above it (its unit diagonal is implied).  Pivots that are NaN or below mjMINVAL in
// magnitude become mjMINVAL; returns the first row found with such a pivot, else -1.
int lu_factor_part(mjtNum* mat, const int* diag, const csr_part* part);

// x = ((U + 1) L)^-1 b; x may be b.
void lu_solve_part(mjtNum* x, const mjtNum* lu, const mjtNum* b, const int* diag,
                   const csr_part* part);
