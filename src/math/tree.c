// Factorisations of tree-structured matrices, which do not fill in.

#include "math/sparse.h"

// --- M = L'DL -----------------------------------------------------------------------------------

// Eliminate dof k from the rows of its ancestors; row i of ancestor i is as long as the part of row
// k up to i.
void ldl_factor(mjtNum* mat, mjtNum* restrict diaginv, int n, const int* rownnz, const int* rowadr,
                const int* colind) {
  for (int k = n - 1; k >= 0; k--) {
    mjtNum* row = mat + rowadr[k];
    const int* col = colind + rowadr[k];
    int off = rownnz[k] - 1;
    mjtNum inv = 1 / row[off];
    diaginv[k] = inv;
    for (int p = off - 1; p >= 0; p--) vec_axpy(mat + rowadr[col[p]], -row[p] * inv, row, p + 1);
    vec_scale(row, row, inv, off);
  }
}

// The three parts of the solution, for m (constant) vectors of n numbers.

LANES_INLINE void solve_transposed(int m, mjtNum* x, const mjtNum* ld, int n, const int* rownnz,
                                   const int* rowadr, const int* colind) {
  for (int i = n - 1; i > 0; i--) {
    int off = rownnz[i] - 1;
    if (off == 0) continue;
    const mjtNum* row = ld + rowadr[i];
    const int* col = colind + rowadr[i];
    if (m == 1) {
      if (x[i] != 0) sparse_axpy(x, -x[i], row, col, off);
      continue;
    }
    mjtNum xi[4];
    LANES_UNROLL
    for (int j = 0; j < m; j++) xi[j] = x[(size_t)j * n + i];
    for (int p = 0; p < off; p++) {
      LANES_UNROLL
      for (int j = 0; j < m; j++) x[(size_t)j * n + col[p]] -= row[p] * xi[j];
    }
  }
}

LANES_INLINE void solve_direct(int m, mjtNum* x, const mjtNum* ld, int n, const int* rownnz,
                               const int* rowadr, const int* colind) {
  for (int i = 1; i < n; i++) {
    int off = rownnz[i] - 1;
    if (off == 0) continue;
    const mjtNum* row = ld + rowadr[i];
    const int* col = colind + rowadr[i];
    if (m == 1) {
      x[i] -= sparse_dot(row, col, off, x);
      continue;
    }
    mjtNum s[4] = {0, 0, 0, 0};
    for (int p = 0; p < off; p++) {
      LANES_UNROLL
      for (int j = 0; j < m; j++) s[j] += row[p] * x[(size_t)j * n + col[p]];
    }
    LANES_UNROLL
    for (int j = 0; j < m; j++) x[(size_t)j * n + i] -= s[j];
  }
}

LANES_INLINE void solve_all(int m, mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, int n,
                            const int* rownnz, const int* rowadr, const int* colind) {
  solve_transposed(m, x, ld, n, rownnz, rowadr, colind);
  for (int j = 0; j < m; j++) vec_mul(x + (size_t)j * n, x + (size_t)j * n, diaginv, n);
  solve_direct(m, x, ld, n, rownnz, rowadr, colind);
}

void ldl_solve(mjtNum* x, int nrhs, const mjtNum* ld, const mjtNum* diaginv, int n,
               const int* rownnz, const int* rowadr, const int* colind) {
  int j = 0;
  for (; j + 4 <= nrhs; j += 4) {
    solve_all(4, x + (size_t)j * n, ld, diaginv, n, rownnz, rowadr, colind);
  }
  for (; j < nrhs; j++) solve_all(1, x + (size_t)j * n, ld, diaginv, n, rownnz, rowadr, colind);
}

void ldl_solve_first(mjtNum* x, int nrhs, const mjtNum* ld, int n, const int* rownnz,
                     const int* rowadr, const int* colind) {
  int j = 0;
  for (; j + 4 <= nrhs; j += 4) {
    solve_transposed(4, x + (size_t)j * n, ld, n, rownnz, rowadr, colind);
  }
  for (; j < nrhs; j++) solve_transposed(1, x + (size_t)j * n, ld, n, rownnz, rowadr, colind);
}

void ldl_mul_lower(mjtNum* restrict r, const mjtNum* restrict ld, const mjtNum* restrict x, int n,
                   const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < n; i++) {
    r[i] = x[i] + sparse_dot(ld + rowadr[i], colind + rowadr[i], rownnz[i] - 1, x);
  }
}

// --- D = (U + 1) L ------------------------------------------------------------------------------

// Position of column j among n ascending columns, where it is; usually it is at the guess.
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

// Eliminate column r from the rows of the ancestors of r.  Such a row i begins with the same
// columns as row r, up to i; the ancestors of r between i and r are among the descendants of i.
int lu_factor(mjtNum* mat, int n, const int* diag, const int* rownnz, const int* rowadr,
              const int* colind) {
  for (int r = n - 1; r >= 0; r--) {
    const mjtNum* row = mat + rowadr[r];
    const int* col = colind + rowadr[r];
    mjtNum pivot = row[diag[r]];
    if (!(fabs(pivot) >= mjMINVAL)) return r;
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
  return -1;
}

void lu_solve(mjtNum* x, const mjtNum* lu, const mjtNum* b, int n, const int* diag,
              const int* rownnz, const int* rowadr, const int* colind) {
  if (x != b) vec_copy(x, b, n);
  for (int i = n - 1; i >= 0; i--) {
    int adr = rowadr[i] + diag[i] + 1;
    x[i] -= sparse_dot(lu + adr, colind + adr, rownnz[i] - diag[i] - 1, x);
  }
  for (int i = 0; i < n; i++) {
    int adr = rowadr[i];
    x[i] = (x[i] - sparse_dot(lu + adr, colind + adr, diag[i], x)) / lu[adr + diag[i]];
  }
}
