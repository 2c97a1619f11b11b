// Products and factorisations of tree-structured matrices, which have no fill-in.

#include "math/sparse.h"

// A chain is a sequence of dofs each of which is the parent of the next: most dofs form chains
// (limbs, and the dofs of one joint or body).  Up to CHAIN dofs of one are handled at once, so that
// data of their common ancestors is loaded and stored once for all.

enum { CHAIN = 6 };

// How many dofs, from `last` upwards and including it, form a chain; at most CHAIN.  As the columns
// of row `last` ascend, they are a chain of 4 if the column 3 places before the diagonal is last -
// 3.
static inline int chain_up(int last, csr_pattern P) {
  const int* col = P.col + P.adr[last];
  int off = P.nnz[last] - 1;
  int n = off >= 3 && col[off - 3] == last - 3 ? 4 : 1;
  while (n < CHAIN && off >= n && col[off - n] == last - n) n++;
  return n;
}

// The same from `first` downwards.
static inline int chain_down(int first, csr_pattern P) {
  int m = 1, off = P.nnz[first] - 1;
  while (m < CHAIN && first + m < P.nr && P.nnz[first + m] == off + m + 1 &&
         P.col[P.adr[first + m] + off] == first) {
    m++;
  }
  return m;
}

// Calls the kernel specialised for chains of m dofs.
#define BY_LENGTH(m, kernel, ...)          \
  switch (m) {                             \
    case 6: kernel(6, __VA_ARGS__); break; \
    case 5: kernel(5, __VA_ARGS__); break; \
    case 4: kernel(4, __VA_ARGS__); break; \
    case 3: kernel(3, __VA_ARGS__); break; \
    case 2: kernel(2, __VA_ARGS__); break; \
    default: kernel(1, __VA_ARGS__);       \
  }

// --- M ------------------------------------------------------------------------------------------

// r = M x for the chain of m (a constant) dofs that begins at k: adds the products with its
// ancestors to the rows of both.
LANES_INLINE void mul_chain(int m, mjtNum* restrict r, const mjtNum* mat, const mjtNum* x, int k,
                            csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int n = P.nnz[k] - 1;
  const mjtNum* row[CHAIN];
  mjtNum s[CHAIN], y[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    row[b] = mat + rowadr[k + b];
    y[b] = x[k + b];
    s[b] = row[b][n + b] * y[b];
    LANES_UNROLL
    for (int a = 0; a < b; a++) {
      s[b] += row[b][n + a] * y[a];
      s[a] += row[b][n + a] * y[b];
    }
  }
  int p = 0;
  if (n >= LANES) {
    lanes v[CHAIN];
    LANES_UNROLL
    for (int b = 0; b < m; b++) v[b] = lanes_all(0);
    for (; p + LANES <= n && sparse_is_run(col + p, LANES); p += LANES) {
      lanes from = lanes_load(x + col[p]), to = lanes_load(r + col[p]);
      LANES_UNROLL
      for (int b = 0; b < m; b++) {
        lanes entry = lanes_load(row[b] + p);
        v[b] += entry * from;
        to += entry * lanes_all(y[b]);
      }
      lanes_store(r + col[p], to);
    }
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] += lanes_sum(v[b]);
  }
  for (; p < n; p++) {
    mjtNum from = x[col[p]], to = r[col[p]];
    LANES_UNROLL
    for (int b = 0; b < m; b++) {
      s[b] += row[b][p] * from;
      to += row[b][p] * y[b];
    }
    r[col[p]] = to;
  }
  LANES_UNROLL
  for (int b = 0; b < m; b++) r[k + b] = s[b];
}

// One row at a time.
static void mul_by_rows(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                        csr_pattern P, int first) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  for (int i = first; i < P.nr; i++) {
    const mjtNum* val = mat + rowadr[i];
    const int* col = colind + rowadr[i];
    int off = rownnz[i] - 1;
    mjtNum xi = x[i], s = val[off] * xi;
    for (int k = off - 1; k >= 0; k--) {
      int j = col[k];
      s += val[k] * x[j];
      r[j] += val[k] * xi;
    }
    r[i] = s;
  }
}

void tree_mul_vec_part(mjtNum* restrict r, const mjtNum* mat, const mjtNum* x,
                       const csr_part* part) {
  csr_pattern P = part->P;
  if (LANES == 2) {  // chains do not pay off with two lanes
    mul_by_rows(r, mat, x, P, part->first);
    return;
  }
  for (int k = part->first; k < P.nr;) {
    int m = chain_down(k, P);
    BY_LENGTH(m, mul_chain, r, mat, x, k, P);
    k += m;
  }
}

void tree_mul_vec(mjtNum* restrict r, const mjtNum* mat, const mjtNum* x, csr_pattern P) {
  tree_mul_vec_part(r, mat, x, &(csr_part){P, 0});
}

// --- M = L'DL -----------------------------------------------------------------------------------

// r + sum over m (a constant) rows of s[b] row[b], for the LANES entries from i on.
LANES_INLINE lanes axpy_rows_at(int m, const mjtNum* r, const lanes* s, const mjtNum* const* row,
                                int i) {
  lanes u = s[0] * lanes_load(row[0] + i);
  LANES_UNROLL
  for (int b = 1; b < m; b++) u += s[b] * lanes_load(row[b] + i);
  return lanes_load(r + i) + u;
}

// r += sum over m (a constant) rows of s[b] row[b], n numbers.
LANES_INLINE void axpy_rows(int m, mjtNum* restrict r, const mjtNum* s, const mjtNum* const* row,
                            int n) {
  if (n >= LANES) {
    lanes v[CHAIN];
    LANES_UNROLL
    for (int b = 0; b < m; b++) v[b] = lanes_all(s[b]);
    // the last register overlaps the one before it; both compute the same values there
    lanes last = axpy_rows_at(m, r, v, row, n - LANES);
    for (int i = 0; i + LANES < n; i += LANES) lanes_store(r + i, axpy_rows_at(m, r, v, row, i));
    lanes_store(r + n - LANES, last);
    return;
  }
  for (int i = 0; i < n; i++) {
    mjtNum u = s[0] * row[0][i];
    LANES_UNROLL
    for (int b = 1; b < m; b++) u += s[b] * row[b][i];
    r[i] += u;
  }
}

// Eliminate the chain of m (a constant) dofs that ends at k, first within its own rows, then from
// the rows of its common ancestors.  The row of an ancestor i is as long as row k up to column i.
LANES_INLINE void eliminate(int m, mjtNum* mat, mjtNum* diaginv, int k, csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int off = P.nnz[k] - 1;
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

void ldl_factor_part(mjtNum* mat, mjtNum* restrict diaginv, const csr_part* part) {
  csr_pattern P = part->P;
  for (int k = P.nr - 1; k >= part->first;) {
    int m = chain_up(k, P);
    BY_LENGTH(m, eliminate, mat, diaginv, k, P);
    k -= m;
  }
}

void ldl_factor(mjtNum* mat, mjtNum* restrict diaginv, csr_pattern P) {
  ldl_factor_part(mat, diaginv, &(csr_part){P, 0});
}

// x = L'^-1 x for the chain of m (a constant) dofs that ends at k and has `off` dofs above k:
// subtracts its contributions from the ancestors.
LANES_INLINE void pass_up(int m, mjtNum* x, const mjtNum* ld, int k, csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int off = P.nnz[k] - 1;
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
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    x[k - b] = s[b];
    s[b] = -s[b];
  }
  int n = off - m + 1;
  if (n <= 0) return;
  if (sparse_is_run(col, n)) {
    axpy_rows(m, x + col[0], s, row, n);
    return;
  }
  for (int p = 0; p < n; p++) {
    mjtNum u = s[0] * row[0][p];
    LANES_UNROLL
    for (int b = 1; b < m; b++) u += s[b] * row[b][p];
    x[col[p]] += u;
  }
}

// x = L'^-1 x.
static void solve_transposed(mjtNum* x, const mjtNum* ld, csr_pattern P, int first) {
  for (int k = P.nr - 1; k >= first;) {
    int m = chain_up(k, P);
    if (P.nnz[k] > 1) BY_LENGTH(m, pass_up, x, ld, k, P);
    k -= m;
  }
}

// x = L^-1 diag(diaginv) x for the chain of m (a constant) dofs that begins at k: subtracts the
// contributions of its n ancestors.
LANES_INLINE void take_down(int m, mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, int k,
                            csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int n = P.nnz[k] - 1;
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
    mjtNum u = diaginv[k + b] * x[k + b] - s[b];
    LANES_UNROLL
    for (int a = 0; a < b; a++) u -= row[b][n + a] * s[a];
    s[b] = u;
    x[k + b] = u;
  }
}

// One row at a time; each product is summed in the order of sparse_dot.
static void solve_by_rows(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, csr_pattern P,
                          int first) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  int n = P.nr;
  for (int k = n - 1; k > first; k--) {
    if (x[k] != 0) sparse_axpy(x, -x[k], ld + rowadr[k], colind + rowadr[k], rownnz[k] - 1);
  }
  for (int k = first; k < n; k++) {
    x[k] = x[k] * diaginv[k] - sparse_dot(ld + rowadr[k], colind + rowadr[k], rownnz[k] - 1, x);
  }
}

void ldl_solve_part(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, const csr_part* part) {
  csr_pattern P = part->P;
  if (LANES == 2) {  // chains do not pay off with two lanes
    solve_by_rows(x, ld, diaginv, P, part->first);
    return;
  }
  solve_transposed(x, ld, P, part->first);
  for (int k = part->first; k < P.nr;) {
    int m = chain_down(k, P);
    BY_LENGTH(m, take_down, x, ld, diaginv, k, P);
    k += m;
  }
}

void ldl_solve(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, csr_pattern P) {
  ldl_solve_part(x, ld, diaginv, &(csr_part){P, 0});
}

void ldl_solve_first(mjtNum* x, int nrhs, const mjtNum* ld, csr_pattern P) {
  for (int j = 0; j < nrhs; j++) solve_transposed(x + (size_t)j * P.nr, ld, P, 0);
}

// --- several vectors side by side ---------------------------------------------------------------

// pass_up for LANES interleaved vectors.
LANES_INLINE void pass_up_lanes(int m, mjtNum* x, const mjtNum* ld, int k, csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int off = P.nnz[k] - 1;
  const mjtNum* row[CHAIN];
  lanes s[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) row[b] = ld + rowadr[k - b];
  LANES_UNROLL
  for (int b = 0; b < m; b++) s[b] = lanes_load(x + (size_t)LANES * (k - b));
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    LANES_UNROLL
    for (int a = b + 1; a < m; a++) s[a] -= lanes_all(row[b][off - a]) * s[b];
    lanes_store(x + (size_t)LANES * (k - b), s[b]);
  }
  for (int p = 0; p + m <= off; p++) {
    mjtNum* to = x + (size_t)LANES * col[p];
    lanes u = lanes_all(row[0][p]) * s[0];
    LANES_UNROLL
    for (int b = 1; b < m; b++) u += lanes_all(row[b][p]) * s[b];
    lanes_store(to, lanes_load(to) - u);
  }
}

// take_down for LANES interleaved vectors.
LANES_INLINE void take_down_lanes(int m, mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, int k,
                                  csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int n = P.nnz[k] - 1;
  const mjtNum* row[CHAIN];
  lanes s[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    row[b] = ld + rowadr[k + b];
    s[b] = lanes_all(diaginv[k + b]) * lanes_load(x + (size_t)LANES * (k + b));
  }
  for (int p = 0; p < n; p++) {
    lanes u = lanes_load(x + (size_t)LANES * col[p]);
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] -= lanes_all(row[b][p]) * u;
  }
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    LANES_UNROLL
    for (int a = 0; a < b; a++) s[b] -= lanes_all(row[b][n + a]) * s[a];
    lanes_store(x + (size_t)LANES * (k + b), s[b]);
  }
}

void ldl_solve_lanes(mjtNum* x, const mjtNum* ld, const mjtNum* diaginv, csr_pattern P) {
  for (int k = P.nr - 1; k >= 0;) {
    int m = chain_up(k, P);
    if (P.nnz[k] > 1) BY_LENGTH(m, pass_up_lanes, x, ld, k, P);
    k -= m;
  }
  for (int k = 0; k < P.nr;) {
    int m = chain_down(k, P);
    BY_LENGTH(m, take_down_lanes, x, ld, diaginv, k, P);
    k += m;
  }
}

// pass_up for nrhs vectors stored as columns.
LANES_INLINE void pass_up_columns(int m, mjtNum* x, int nrhs, const mjtNum* ld, int k,
                                  csr_pattern P) {
  const int *rowadr = P.adr, *col = P.col + rowadr[k];
  int off = P.nnz[k] - 1;
  const mjtNum *row[CHAIN], *from[CHAIN];
  LANES_UNROLL
  for (int b = 0; b < m; b++) {
    row[b] = ld + rowadr[k - b];
    from[b] = x + (size_t)nrhs * (k - b);
  }
  mjtNum s[CHAIN];
  LANES_UNROLL
  for (int a = 1; a < m; a++) {
    LANES_UNROLL
    for (int b = 0; b < a; b++) s[b] = -row[b][off - a];
    axpy_rows(a, x + (size_t)nrhs * (k - a), s, from, nrhs);
  }
  for (int p = 0; p + m <= off; p++) {
    LANES_UNROLL
    for (int b = 0; b < m; b++) s[b] = -row[b][p];
    axpy_rows(m, x + (size_t)nrhs * col[p], s, from, nrhs);
  }
}

void ldl_solve_first_columns(mjtNum* x, int nrhs, const mjtNum* ld, csr_pattern P) {
  for (int k = P.nr - 1; k >= 0;) {
    int m = chain_up(k, P);
    if (P.nnz[k] > 1) BY_LENGTH(m, pass_up_columns, x, nrhs, ld, k, P);
    k -= m;
  }
}

void ldl_mul_lower(mjtNum* restrict r, const mjtNum* restrict ld, const mjtNum* restrict x,
                   csr_pattern P) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  for (int i = 0; i < P.nr; i++) {
    r[i] = x[i] + sparse_dot(ld + rowadr[i], colind + rowadr[i], rownnz[i] - 1, x);
  }
}
