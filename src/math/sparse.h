// Sparse matrices by rows (CSR), and the factorisations that keep them sparse.
//
// A matrix is rownnz, rowadr, colind and its values: row i has rownnz[i] entries, the values
// mat[rowadr[i] ...] in the columns colind[rowadr[i] ...], ascending unless a contract says
// otherwise. Rows need not be packed nor in order, so a matrix can have room to grow.  "Lower"
// means: only entries on and below the diagonal are stored, and the diagonal is the last entry of
// every row. Outputs do not overlap inputs unless said.  Scratch is passed in; nothing is
// allocated.
#pragma once

#include "math/dense.h"

#include <stdbool.h>

// --- one row with a dense vector ----------------------------------------------------------------

// Do n ascending columns form one unbroken run?  Then kernels for dense vectors apply.
static inline bool sparse_is_run(const int* col, int n) {
  return n > 0 && col[n - 1] - col[0] == n - 1;
}

// Sum of val[k] x[col[k]].
static inline mjtNum sparse_dot(const mjtNum* val, const int* col, int n, const mjtNum* x) {
  if (n >= 4 && sparse_is_run(col, n)) return vec_dot(val, x + col[0], n);
  mjtNum s0 = 0, s1 = 0;
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    s0 += val[k] * x[col[k]];
    s1 += val[k + 1] * x[col[k + 1]];
  }
  if (k < n) s0 += val[k] * x[col[k]];
  return s0 + s1;
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

// The dot product of two sparse rows.
mjtNum sparse_dot_sparse(const mjtNum* a, const int* acol, int na, const mjtNum* b, const int* bcol,
                         int nb);

// --- merging rows -------------------------------------------------------------------------------

// The number of different columns in two rows.
int sparse_union_count(const int* acol, int na, const int* bcol, int nb);

// Row (val, col) = s (val, col) + t (b, bcol), the columns united; the row has n entries and room
// for capacity.  In place, no scratch.  Returns the new number of entries, or -1 with the row
// untouched when it does not fit.
int sparse_combine(mjtNum* val, int* col, int n, int capacity, mjtNum s, const mjtNum* b,
                   const int* bcol, int nb, mjtNum t);

// The same for the columns alone: col = col united with bcol.
int sparse_unite(int* col, int n, int capacity, const int* bcol, int nb);

// val += t b where col contains every column of bcol.
void sparse_add_subset(mjtNum* restrict val, const int* restrict col, int n, mjtNum t,
                       const mjtNum* restrict b, const int* restrict bcol, int nb);

// --- matrix by vector ---------------------------------------------------------------------------

// r = A x; A has nr rows.
void csr_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x, int nr,
                 const int* rownnz, const int* rowadr, const int* colind);

// r = A' x; A is nr x nc, x has nr numbers, r nc.  Rows whose x is exactly 0 are not read.
void csr_tmul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x, int nr,
                  int nc, const int* rownnz, const int* rowadr, const int* colind);

// r += A' x
void csr_tmul_vec_add(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                      int nr, const int* rownnz, const int* rowadr, const int* colind);

// r = S x for a symmetric S (n x n) of which mat is the lower part.
void csr_sym_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                     int n, const int* rownnz, const int* rowadr, const int* colind);

// --- rearranging --------------------------------------------------------------------------------

// rowadr of packed rows of these lengths; returns their sum.
int csr_pack_rows(int* rowadr, const int* rownnz, int nr);

// The transpose of A (nr x nc): t_* has nc rows, packed, columns ascending, as many entries as A.
// tmat and mat may both be NULL: structure only.
void csr_transpose(mjtNum* restrict tmat, int* restrict t_rownnz, int* restrict t_rowadr,
                   int* restrict t_colind, const mjtNum* restrict mat, int nr, int nc,
                   const int* rownnz, const int* rowadr, const int* colind);

// Values alone, into a transpose whose structure csr_transpose has made.  cursor: nc ints of
// scratch.
void csr_transpose_values(mjtNum* restrict tmat, const int* t_rowadr, const mjtNum* restrict mat,
                          int nr, int nc, const int* rownnz, const int* rowadr, const int* colind,
                          int* restrict cursor);

// Pack the rows in place to the front and, when drop >= 0, leave out entries with |value| <= drop.
// rowadr must not decrease.  Updates rownnz, rowadr, colind; returns the number of entries kept.
int csr_compress(mjtNum* mat, int nr, int* rownnz, int* rowadr, int* colind, mjtNum drop);

// R = A, dense nr x nc with zeros where A has no entry.
void csr_to_dense(mjtNum* restrict r, const mjtNum* restrict mat, int nr, int nc, const int* rownnz,
                  const int* rowadr, const int* colind);

// R += s A for a dense R (nr x nc).
void csr_add_to_dense(mjtNum* restrict r, mjtNum s, const mjtNum* restrict mat, int nr, int nc,
                      const int* rownnz, const int* rowadr, const int* colind);

// R += s S, both triangles, for a dense R (n x n) and a symmetric S given by its lower part.
void csr_sym_add_to_dense(mjtNum* restrict r, mjtNum s, const mjtNum* restrict mat, int n,
                          const int* rownnz, const int* rowadr, const int* colind);

// R = A on the pattern of R, which contains that of A row by row; entries A has not become 0.
void csr_spread(mjtNum* restrict r, const int* r_rownnz, const int* r_rowadr, const int* r_colind,
                const mjtNum* restrict mat, int nr, const int* rownnz, const int* rowadr,
                const int* colind);

// R += A on the pattern of R, which contains that of A row by row.
void csr_add(mjtNum* restrict r, const int* r_rownnz, const int* r_rowadr, const int* r_colind,
             const mjtNum* restrict mat, int nr, const int* rownnz, const int* rowadr,
             const int* colind);

// Length of the run of rows after each that have exactly its columns: within n equal rows
// n - 1, n - 2, ..., 0.
void csr_supernodes(int* rowsuper, int nr, const int* rownnz, const int* rowadr, const int* colind);

// --- A' D A + M: Hessians of constrained problems ----------------------------------------------
//
// A (nr x nc) is given with its transpose t_*.  The result H is lower, nc x nc, its pattern the
// union of those of A'A and of M (lower, may be NULL with its index arrays).  Use:
//   n = csr_sqr_count(h_rownnz, h_rowadr, ...);  room for n columns and n values
//   csr_sqr_pattern(h_colind, ...);              once for a pattern of A
//   csr_sqr(h, ..., d, ...);                     for every d; then csr_add(h, ..., M)

// Lengths and packed addresses of the rows of H; returns the number of entries.  mark: nc ints.
int csr_sqr_count(int* h_rownnz, int* h_rowadr, int nc, const int* rownnz, const int* rowadr,
                  const int* colind, const int* t_rownnz, const int* t_rowadr, const int* t_colind,
                  const int* m_rownnz, const int* m_rowadr, const int* m_colind, int* mark);

// The columns of H, ascending, from the arrays csr_sqr_count has made.  scratch: 2 nc ints.
void csr_sqr_pattern(int* h_colind, const int* h_rownnz, const int* h_rowadr, int nc,
                     const int* rownnz, const int* rowadr, const int* colind, const int* t_rownnz,
                     const int* t_rowadr, const int* t_colind, const int* m_rownnz,
                     const int* m_rowadr, const int* m_colind, int* scratch);

// H = A' diag(d) A; rows of A whose d is exactly 0 do not take part.  tmat: values of the
// transpose. Entries of the pattern that A'A has not become 0.  row: nc numbers of scratch.
void csr_sqr(mjtNum* restrict h, const int* h_rownnz, const int* h_rowadr, const int* h_colind,
             const mjtNum* restrict mat, const mjtNum* restrict d, int nc, const int* rownnz,
             const int* rowadr, const int* colind, const mjtNum* restrict tmat, const int* t_rownnz,
             const int* t_rowadr, const int* t_colind, mjtNum* restrict row);

// H += A' diag(d) A on and below the diagonal of a dense H (nc x nc).
void csr_sqr_add_to_dense(mjtNum* restrict h, const mjtNum* restrict mat, const mjtNum* d, int nr,
                          int nc, const int* rownnz, const int* rowadr, const int* colind);

// --- sparse Cholesky, H = L'L -------------------------------------------------------------------
//
// L is lower, made from the last row to the first, so that a matrix with the pattern of a
// kinematic tree (row = ancestors) does not fill in.  Blocks of H that do not touch (separate
// trees) stay separate: no cost is paid across them.

// Lengths and packed addresses of the rows of L for the pattern of H; returns the number of
// entries.  parent[i] becomes the last column before the diagonal of row i of L, -1 if none.
// scratch: 4 n ints.
int chol_sparse_count(int* l_rownnz, int* l_rowadr, int* parent, int n, const int* h_rownnz,
                      const int* h_rowadr, const int* h_colind, int* scratch);

// The columns of L, ascending, from the arrays chol_sparse_count has made.  scratch: 6 n ints.
void chol_sparse_pattern(int* l_colind, const int* l_rownnz, const int* l_rowadr, int n,
                         const int* h_rownnz, const int* h_rowadr, const int* h_colind,
                         int* scratch);

// In place: l holds the values of H spread over the pattern of L (csr_spread) and becomes L.
// Squared pivots below mindiag are replaced by mindiag.  Returns the number of pivots that were
// not: n when H is positive definite.
int chol_sparse_factor(mjtNum* l, int n, mjtNum mindiag, const int* rownnz, const int* rowadr,
                       const int* colind);

// x = (L'L)^-1 b; x may be b.
void chol_sparse_solve(mjtNum* x, const mjtNum* l, const mjtNum* b, int n, const int* rownnz,
                       const int* rowadr, const int* colind);

// L'L += x x' (plus) or -= x x'; x is dense with n numbers and becomes 0.  last is the index of the
// last non-zero of x; the non-zeros must lie in the pattern of row last of L, as those of a row of
// A do when L comes from A'A.  New squared pivots below mjMINVAL are replaced by mjMINVAL; returns
// the number of them: 0 when all is well.
int chol_sparse_update(mjtNum* l, mjtNum* x, int last, bool plus, const int* rownnz,
                       const int* rowadr, const int* colind);

// --- tree-structured matrices: L'DL and LU without fill-in --------------------------------------
//
// "Tree" (the inertia matrix M, qLD, qH): lower; row i holds the ancestors of dof i, ascending, and
// i itself last, so that for every ancestor j of i row j is the beginning of row i.  Rows may also
// be cut to the diagonal alone where nothing descends from them (simple dofs).

// In place: mat holds M and becomes D on the diagonal and the unit lower triangular L below it,
// with M = L' D L.  diaginv[i] = 1 / D[i].  Pivots are not checked: a zero one gives infinities.
void ldl_factor(mjtNum* mat, mjtNum* restrict diaginv, int n, const int* rownnz, const int* rowadr,
                const int* colind);

// x = M^-1 x in place, for nrhs vectors of n numbers, one after another.
void ldl_solve(mjtNum* x, int nrhs, const mjtNum* ld, const mjtNum* diaginv, int n,
               const int* rownnz, const int* rowadr, const int* colind);

// x = L'^-1 x in place, for nrhs vectors: the first third of ldl_solve.
void ldl_solve_first(mjtNum* x, int nrhs, const mjtNum* ld, int n, const int* rownnz,
                     const int* rowadr, const int* colind);

// r = L x; r may not be x.  (M = L'DL, so |sqrt(D) L x|^2 = x' M x.)
void ldl_mul_lower(mjtNum* restrict r, const mjtNum* restrict ld, const mjtNum* restrict x, int n,
                   const int* rownnz, const int* rowadr, const int* colind);

// "Double tree" (qDeriv, qLU): row i holds the ancestors of i, i itself, and the descendants of i,
// ascending; diag[i] is the position of the diagonal within row i.

// In place: mat becomes L (lower, with the diagonal) and U (above it, unit diagonal implied), with
// mat = (U + 1) L, made from the last row to the first.  Returns -1, or the first row whose pivot
// is smaller than mjMINVAL in magnitude, where it stopped.
int lu_factor(mjtNum* mat, int n, const int* diag, const int* rownnz, const int* rowadr,
              const int* colind);

// x = ((U + 1) L)^-1 b; x may be b.
void lu_solve(mjtNum* x, const mjtNum* lu, const mjtNum* b, int n, const int* diag,
              const int* rownnz, const int* rowadr, const int* colind);
