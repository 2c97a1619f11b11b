// Factorisations of tree-structured matrices, which do not fill in.

#include "math/sparse.h"

// --- M = L'DL -----------------------------------------------------------------------------------
//
// Chains of dofs, each the parent of the next, are the rule: limbs, and the dofs of one joint or
// body.  Up to CHAIN of them are treated at once, so that what concerns their common ancestors is
// loaded and stored once for all of them and the steps from one to the next are few.

enum { CHAIN = 4 };

// How many dofs up from last, itself included, form a chain; at most CHAIN.
static inline int chain_up(const int* col, int off, int last) {
  int n = 1;
  while (n < CHAIN && off >= n && col[off - n] == last - n) n++;
  return n;
}

// r += sum of s[b] row[b], n numbers, of m (constant) rows.
LANES_INLINE void axpy_rows(int m, mjtNum* restrict r, const mjtNum* s, const mjtNum* const* row,
                            int n) {
  lanes v[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) v[b] = lanes_all(s[b]);
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    lanes u = lanes_load(r + i);
    LANES_UNROLL
    for (int b = 0; b < m; b++) u += v[b] * lanes_load(row[b] + i);
    lanes_store(r + i, u);
  }
  for (; i < n; i++) {
    mjtNum u = r[i];
    LANES_UNROLL
    for (int b = 0; b < m; b++) u += s[b] * row[b][i];
    r[i] = u;
  }
}

// Eliminate the chain of m (constant) dofs that ends at k: from its own rows, then from those of
// its common ancestors.  Row i of an ancestor i is as long as the part of row k up to i.
LANES_INLINE void eliminate(int m, mjtNum* mat, mjtNum* diaginv, int k, const int* rowadr,
                            const int* col, int off) {
  mjtNum* row[CHAIN];
  mjtNum inv[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) row[b] = mat + rowadr[k - b];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    inv[b] = 1 / row[b][off - b];
    diaginv[k - b] = inv[b];
    LANES_UNROLL
    for (int a = b + 1; a < m; a++) {
      vec_axpy(row[a], -row[b][off - a] * inv[b], row[b], off - a + 1);
    }
  }
  for (int p = off - m; p >= 0; p--) {
    mjtNum s[CHAIN];
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] = -row[b][p] * inv[b];
    axpy_rows(m, mat + rowadr[col[p]], s, (const mjtNum* const*)row, p + 1);
  }
  LANES_UNROLL
  for (int b = 0; b < m; b++) vec_scale(row[b], row[b], inv[b], off - b);
}

void ldl_factor(mjtNum* mat, mjtNum* restrict diaginv, int n, const int* rownnz, const int* rowadr,
                const int* colind) {
  for (int k = n - 1; k >= 0;) {
    const int* col = colind + rowadr[k];
    int off = rownnz[k] - 1, m = chain_up(col, off, k);
    switch (m) {
      case 4: eliminate(4, mat, diaginv, k, rowadr, col, off); break;
      case 3: eliminate(3, mat, diaginv, k, rowadr, col, off); break;
      case 2: eliminate(2, mat, diaginv, k, rowadr, col, off); break;
      default: eliminate(1, mat, diaginv, k, rowadr, col, off);
    }
    k -= m;
  }
}

// x = L'^-1 x, one vector: the chain of m (constant) dofs that ends at k passes on to its
// ancestors.
LANES_INLINE void pass_up(int m, mjtNum* x, const mjtNum* ld, int k, const int* rowadr,
                          const int* col, int off) {
  const mjtNum* row[CHAIN];
  mjtNum s[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) row[b] = ld + rowadr[k - b];
  LANES_UNROLL
  for (int b = 0; b < m; b++) s[b] = x[k - b];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    LANES_UNROLL
    for (int a = b + 1; a < m; a++) s[a] -= row[b][off - a] * s[b];
  }
  int n = off - m + 1, nonzero = 0;
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    x[k - b] = s[b];
    nonzero |= s[b] != 0;
    s[b] = -s[b];
  }
  if (n <= 0 || !nonzero) return;
  if (sparse_is_run(col, n)) {
    axpy_rows(m, x + col[0], s, row, n);
    return;
  }
  for (int p = 0; p < n; p++) {
    mjtNum u = x[col[p]];
    LANES_UNROLL
    for (int b = 0; b < m; b++) u += s[b] * row[b][p];
    x[col[p]] = u;
  }
}

// x = L'^-1 x for nrhs vectors.
static void solve_transposed(mjtNum* x, int nrhs, const mjtNum* ld, int n, const int* rownnz,
                             const int* rowadr, const int* colind) {
  for (int k = n - 1; k >= 0;) {
    const int* col = colind + rowadr[k];
    int off = rownnz[k] - 1;
    if (off == 0) {
      k--;
      continue;
    }
    int m = chain_up(col, off, k);
    for (int j = 0; j < nrhs; j++) {
      mjtNum* one = x + (size_t)j * n;
      switch (m) {
        case 4: pass_up(4, one, ld, k, rowadr, col, off); break;
        case 3: pass_up(3, one, ld, k, rowadr, col, off); break;
        case 2: pass_up(2, one, ld, k, rowadr, col, off); break;
        default: pass_up(1, one, ld, k, rowadr, col, off);
      }
    }
    k -= m;
  }
}

// x = L^-1 x, one vector: the chain of m (constant) dofs that begins at k, with n ancestors, takes
// from them.
LANES_INLINE void take_down(int m, mjtNum* x, const mjtNum* ld, int k, const int* rowadr,
                            const int* col, int n) {
  const mjtNum* row[CHAIN];
  mjtNum s[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    row[b] = ld + rowadr[k + b];
    s[b] = 0;
  }
  int p = 0;
  if (n >= LANES && sparse_is_run(col, n)) {
    const mjtNum* y = x + col[0];
    lanes v[CHAIN];
    lanes y0 = lanes_load(y);
    LANES_UNROLL
    for (int b = 0; b < m; b++) v[b] = lanes_load(row[b]) * y0;
    for (p = LANES; p + LANES <= n; p += LANES) {
      lanes u = lanes_load(y + p);
      LANES_UNROLL
      for (int b = 0; b < m; b++) v[b] += lanes_load(row[b] + p) * u;
    }
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] = lanes_sum(v[b]);
  }
  for (; p < n; p++) {
    mjtNum u = x[col[p]];
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] += row[b][p] * u;
  }
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    mjtNum u = x[k + b] - s[b];
    LANES_UNROLL
    for (int a = 0; a < b; a++) u -= row[b][n + a] * s[a];
    s[b] = u;
    x[k + b] = u;
  }
}

// How many dofs down from first, itself included, form a chain; at most CHAIN.
static inline int chain_down(int first, int n, const int* rownnz, const int* rowadr,
                             const int* colind) {
  int m = 1, off = rownnz[first] - 1;
  while (m < CHAIN && first + m < n && rownnz[first + m] == off + m + 1 &&
         colind[rowadr[first + m] + off + m - 1] == first + m - 1) {
    m++;
  }
  return m;
}

// x = L^-1 x for nrhs vectors.
static void solve_direct(mjtNum* x, int nrhs, const mjtNum* ld, int n, const int* rownnz,
                         const int* rowadr, const int* colind) {
  for (int k = 0; k < n;) {
    int m = chain_down(k, n, rownnz, rowadr, colind), off = rownnz[k] - 1;
    if (m == 1 && off == 0) {
      k++;
      continue;
    }
    const int* col = colind + rowadr[k];
    for (int j = 0; j < nrhs; j++) {
      mjtNum* one = x + (size_t)j * n;
      switch (m) {
        case 4: take_down(4, one, ld, k, rowadr, col, off); break;
        case 3: take_down(3, one, ld, k, rowadr, col, off); break;
        case 2: take_down(2, one, ld, k, rowadr, col, off); break;
        default: take_down(1, one, ld, k, rowadr, col, off);
      }
    }
    k += m;
  }
}

// As many vectors are solved for together as pays: the structure is looked up once for all.
enum { TOGETHER = 8 };

void ldl_solve(mjtNum* x, int nrhs, const mjtNum* ld, const mjtNum* diaginv, int n,
               const int* rownnz, const int* rowadr, const int* colind) {
  for (int done = 0; done < nrhs; done += TOGETHER) {
    mjtNum* some = x + (size_t)done * n;
    int count = nrhs - done < TOGETHER ? nrhs - done : TOGETHER;
    solve_transposed(some, count, ld, n, rownnz, rowadr, colind);
    for (int j = 0; j < count; j++) vec_mul(some + (size_t)j * n, some + (size_t)j * n, diaginv, n);
    solve_direct(some, count, ld, n, rownnz, rowadr, colind);
  }
}

void ldl_solve_first(mjtNum* x, int nrhs, const mjtNum* ld, int n, const int* rownnz,
                     const int* rowadr, const int* colind) {
  for (int done = 0; done < nrhs; done += TOGETHER) {
    int count = nrhs - done < TOGETHER ? nrhs - done : TOGETHER;
    solve_transposed(x + (size_t)done * n, count, ld, n, rownnz, rowadr, colind);
  }
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
