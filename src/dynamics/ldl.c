#include "dynamics/ldl.h"

// y -= a x for n numbers.
static inline void subtract_scaled(mjtNum* restrict y, const mjtNum* restrict x, mjtNum a, int n) {
  for (int k = 0; k < n; k++) y[k] -= a * x[k];
}

// y -= a x + b z for n numbers.
static inline void subtract_two(mjtNum* restrict y, const mjtNum* restrict x, mjtNum a,
                                const mjtNum* restrict z, mjtNum b, int n) {
  for (int k = 0; k < n; k++) y[k] -= a * x[k] + b * z[k];
}

// Rows k and k - 1, the latter the parent of the former, are eliminated together: the rows of their
// common ancestors are read and written once instead of twice.
static void eliminate_pair(tree_pattern p, mjtNum* mat, mjtNum* diag_inv, int k) {
  const int* col = p.colind + p.rowadr[k];
  mjtNum* restrict row1 = mat + p.rowadr[k];
  mjtNum* restrict row0 = mat + p.rowadr[k - 1];
  int n = p.rownnz[k] - 2;  // common ancestors
  mjtNum inv1 = 1 / row1[n + 1];
  mjtNum c = row1[n] * inv1;
  subtract_scaled(row0, row1, c, n + 1);
  mjtNum inv0 = 1 / row0[n];
  for (int j = n - 1; j >= 0; j--) {
    subtract_two(mat + p.rowadr[col[j]], row1, row1[j] * inv1, row0, row0[j] * inv0, j + 1);
  }
  for (int j = 0; j < n; j++) {
    row1[j] *= inv1;
    row0[j] *= inv0;
  }
  row1[n] = c;
  diag_inv[k] = inv1;
  diag_inv[k - 1] = inv0;
}

static void eliminate(tree_pattern p, mjtNum* mat, mjtNum* diag_inv, int k) {
  const int* col = p.colind + p.rowadr[k];
  mjtNum* restrict row = mat + p.rowadr[k];
  int n = p.rownnz[k] - 1;
  mjtNum inv = 1 / row[n];
  for (int j = n - 1; j >= 0; j--) {
    subtract_scaled(mat + p.rowadr[col[j]], row, row[j] * inv, j + 1);
  }
  for (int j = 0; j < n; j++) row[j] *= inv;
  diag_inv[k] = inv;
}

void tree_factor(tree_pattern p, mjtNum* mat, mjtNum* diag_inv) {
  for (int k = p.n - 1; k >= 0; k--) {
    int n = p.rownnz[k];
    if (n == 1) {
      diag_inv[k] = 1 / mat[p.rowadr[k]];
    } else if (p.colind[p.rowadr[k] + n - 2] == k - 1) {
      eliminate_pair(p, mat, diag_inv, k--);
    } else {
      eliminate(p, mat, diag_inv, k);
    }
  }
}

// The columns of a row follow each other without gaps: no need to look them up.
static inline int is_contiguous(const int* col, int n) { return col[n - 1] - col[0] == n - 1; }

// x = L'^-1 x.
static void solve_transposed(tree_pattern p, const mjtNum* factor, mjtNum* restrict x) {
  for (int i = p.n - 1; i > 0; i--) {
    int n = p.rownnz[i] - 1;
    mjtNum xi = x[i];
    if (n == 0 || xi == 0) continue;
    const int* col = p.colind + p.rowadr[i];
    const mjtNum* restrict row = factor + p.rowadr[i];
    if (is_contiguous(col, n)) {
      subtract_scaled(x + col[0], row, xi, n);
    } else {
      for (int k = 0; k < n; k++) x[col[k]] -= row[k] * xi;
    }
  }
}

// x = L^-1 x.
static void solve_lower(tree_pattern p, const mjtNum* factor, mjtNum* restrict x) {
  for (int i = 1; i < p.n; i++) {
    int n = p.rownnz[i] - 1;
    if (n == 0) continue;
    const int* col = p.colind + p.rowadr[i];
    const mjtNum* restrict row = factor + p.rowadr[i];
    mjtNum s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int k = 0;
    if (is_contiguous(col, n)) {
      const mjtNum* y = x + col[0];
      for (; k + 4 <= n; k += 4) {
        s0 += row[k] * y[k];
        s1 += row[k + 1] * y[k + 1];
        s2 += row[k + 2] * y[k + 2];
        s3 += row[k + 3] * y[k + 3];
      }
      for (; k < n; k++) s0 += row[k] * y[k];
    } else {
      for (; k + 2 <= n; k += 2) {
        s0 += row[k] * x[col[k]];
        s1 += row[k + 1] * x[col[k + 1]];
      }
      for (; k < n; k++) s0 += row[k] * x[col[k]];
    }
    x[i] -= (s0 + s1) + (s2 + s3);
  }
}

// Several vectors are solved for at once: BLOCK of them side by side, so that every entry of L is
// loaded once and its product with them is one vector operation.
enum { BLOCK = 4 };

// x (n x BLOCK): x = L'^-1 x.
static void solve_transposed_block(tree_pattern p, const mjtNum* factor, mjtNum* restrict x) {
  for (int i = p.n - 1; i > 0; i--) {
    int n = p.rownnz[i] - 1;
    const mjtNum* xi = x + BLOCK * i;
    mjtNum v[BLOCK];
    int nonzero = 0;
    for (int c = 0; c < BLOCK; c++) nonzero |= (v[c] = xi[c]) != 0;
    if (n == 0 || !nonzero) continue;
    const int* col = p.colind + p.rowadr[i];
    const mjtNum* row = factor + p.rowadr[i];
    for (int k = 0; k < n; k++) {
      mjtNum* y = x + BLOCK * col[k];
      for (int c = 0; c < BLOCK; c++) y[c] -= row[k] * v[c];
    }
  }
}

// x (n x BLOCK): x = L^-1 x.
static void solve_lower_block(tree_pattern p, const mjtNum* factor, mjtNum* restrict x) {
  for (int i = 1; i < p.n; i++) {
    int n = p.rownnz[i] - 1;
    if (n == 0) continue;
    const int* col = p.colind + p.rowadr[i];
    const mjtNum* row = factor + p.rowadr[i];
    mjtNum v[BLOCK] = {0};
    for (int k = 0; k < n; k++) {
      const mjtNum* y = x + BLOCK * col[k];
      for (int c = 0; c < BLOCK; c++) v[c] += row[k] * y[c];
    }
    for (int c = 0; c < BLOCK; c++) x[BLOCK * i + c] -= v[c];
  }
}

// Vectors side by side, and back.
static void interleave(mjtNum* restrict block, const mjtNum* restrict x, int n) {
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < BLOCK; c++) block[BLOCK * i + c] = x[c * (size_t)n + i];
  }
}

static void separate(mjtNum* restrict x, const mjtNum* restrict block, int n) {
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < BLOCK; c++) x[c * (size_t)n + i] = block[BLOCK * i + c];
  }
}

static void scale_rows(mjtNum* restrict block, const mjtNum* restrict scale, int n) {
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < BLOCK; c++) block[BLOCK * i + c] *= scale[i];
  }
}

// The widest matrix whose vectors are interleaved on the C stack; above it they are solved one
// at a time, where the cost is in the rows of L, not in their number.
enum { MAX_INTERLEAVED = 1024 };

void tree_solve(tree_pattern p, const mjtNum* factor, const mjtNum* diag_inv, mjtNum* x, int nx) {
  int done = 0;
  if (p.n <= MAX_INTERLEAVED) {
    mjtNum block[MAX_INTERLEAVED * BLOCK];
    for (; done + BLOCK <= nx; done += BLOCK) {
      mjtNum* group = x + (size_t)done * p.n;
      interleave(block, group, p.n);
      solve_transposed_block(p, factor, block);
      scale_rows(block, diag_inv, p.n);
      solve_lower_block(p, factor, block);
      separate(group, block, p.n);
    }
  }
  for (; done < nx; done++) {
    mjtNum* one = x + (size_t)done * p.n;
    solve_transposed(p, factor, one);
    for (int i = 0; i < p.n; i++) one[i] *= diag_inv[i];
    solve_lower(p, factor, one);
  }
}

void tree_half_solve(tree_pattern p, const mjtNum* factor, const mjtNum* scale, mjtNum* x, int nx) {
  int done = 0;
  if (p.n <= MAX_INTERLEAVED) {
    mjtNum block[MAX_INTERLEAVED * BLOCK];
    for (; done + BLOCK <= nx; done += BLOCK) {
      mjtNum* group = x + (size_t)done * p.n;
      interleave(block, group, p.n);
      solve_transposed_block(p, factor, block);
      scale_rows(block, scale, p.n);
      separate(group, block, p.n);
    }
  }
  for (; done < nx; done++) {
    mjtNum* one = x + (size_t)done * p.n;
    solve_transposed(p, factor, one);
    for (int i = 0; i < p.n; i++) one[i] *= scale[i];
  }
}

void tree_mul_vec(tree_pattern p, const mjtNum* mat, mjtNum* restrict res,
                  const mjtNum* restrict vec) {
  for (int i = 0; i < p.n; i++) {
    int n = p.rownnz[i] - 1;
    const mjtNum* restrict row = mat + p.rowadr[i];
    mjtNum vi = vec[i], sum = row[n] * vi;
    if (n) {
      const int* col = p.colind + p.rowadr[i];
      if (is_contiguous(col, n)) {
        const mjtNum* x = vec + col[0];
        mjtNum* restrict y = res + col[0];
        mjtNum s0 = 0, s1 = 0;
        int k = 0;
        for (; k + 2 <= n; k += 2) {
          s0 += row[k] * x[k];
          s1 += row[k + 1] * x[k + 1];
          y[k] += row[k] * vi;
          y[k + 1] += row[k + 1] * vi;
        }
        if (k < n) {
          s0 += row[k] * x[k];
          y[k] += row[k] * vi;
        }
        sum += s0 + s1;
      } else {
        for (int k = 0; k < n; k++) {
          sum += row[k] * vec[col[k]];
          res[col[k]] += row[k] * vi;
        }
      }
    }
    res[i] = sum;
  }
}
