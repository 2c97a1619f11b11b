// LU factorisation D = (U + 1) L of matrices over the ancestors and descendants of dofs; there is
// no fill-in.

#include "math/sparse.h"

// Index of column j, which is present, among n ascending columns; `guess` is usually right.
static int position(const int* col, int n, int guess, int j) {
  if (guess >= 0 && guess < n && col[guess] == j) return guess;
  int low = 0, high = n - 1;
  while (low < high) {
    int mid = (low + high) / 2;
    if (col[mid] < j) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

// Eliminate column r from the rows of the ancestors of dof r.  The row of such an ancestor i begins
// with the same columns as row r, up to i; ancestors of r between i and r are descendants of i.
int lu_factor_part(mjtNum* mat, const int* diag, const csr_part* part) {
  csr_pattern P = part->P;
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  int bad = -1;
  for (int r = P.nr - 1; r >= part->first; r--) {
    mjtNum* row = mat + rowadr[r];
    const int* col = colind + rowadr[r];
    if (!(fabs(row[diag[r]]) >= mjMINVAL)) {
      if (bad < 0) bad = r;
      row[diag[r]] = mjMINVAL;
    }
    mjtNum pivot = row[diag[r]];
    for (int p = diag[r] - 1; p >= 0; p--) {
      int i = col[p];
      mjtNum* above = mat + rowadr[i];
      const int* abovecol = colind + rowadr[i];
      int at = position(abovecol, rownnz[i], diag[i] + r - i, r);
      mjtNum f = above[at] / pivot;
      above[at] = f;
      if (f == 0) continue;
      vec_axpy(above, -f, row, p + 1);
      for (int q = p + 1; q < diag[r]; q++) {
        int to = position(abovecol, rownnz[i], diag[i] + col[q] - i, col[q]);
        above[to] -= f * row[q];
      }
    }
  }
  return bad;
}

void lu_solve_part(mjtNum* x, const mjtNum* lu, const mjtNum* b, const int* diag,
                   const csr_part* part) {
  csr_pattern P = part->P;
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  int n = P.nr, first = part->first;
  if (x != b) vec_copy(x + first, b + first, n - first);
  for (int i = n - 1; i >= first; i--) {
    int adr = rowadr[i] + diag[i] + 1;
    x[i] -= sparse_dot(lu + adr, colind + adr, rownnz[i] - diag[i] - 1, x);
  }
  for (int i = first; i < n; i++) {
    int adr = rowadr[i];
    x[i] = (x[i] - sparse_dot(lu + adr, colind + adr, diag[i], x)) / lu[adr + diag[i]];
  }
}
