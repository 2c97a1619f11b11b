// Dense Cholesky A = L L': factor, solve, rank-one update.

#include "math/cholesky.h"

#include <stdbool.h>

#include "math/dense.h"

// --- factor -------------------------------------------------------------------------------------

// A block is factored in a buffer that holds its transpose, the rows of U = L' (the columns of L),
// so that an elimination step works on whole registers.  Small blocks are factored in place.
//
// Rows from HALF on are 0 left of column HALF, so they are stored without it: HALF rows of `size`
// numbers are followed by rows of size - HALF numbers.
enum { BLOCK = 48, HALF = 24, SMALL = 8, BUFFER = HALF * BLOCK + (BLOCK - HALF) * (BLOCK - HALF) };

// row_of: row k of U, such that row[c] is column c.  stride_at: distance from row k to the next.
static inline mjtNum* row_of(mjtNum* u, int size, int k) {
  return k < HALF ? u + k * size : u + HALF * size + (k - HALF) * (size - HALF) - HALF;
}
static inline int stride_at(int size, int k) { return k < HALF ? size : size - HALF; }

static int factor_small(mjtNum* a, int stride, int n, mjtNum mindiag) {
  int good = 0;
  for (int j = 0; j < n; j++) {
    mjtNum* row = a + (size_t)j * stride;
    mjtNum pivot = row[j];
    for (int k = 0; k < j; k++) pivot -= row[k] * row[k];
    if (pivot >= mindiag) {
      good++;
    } else {
      pivot = mindiag;
    }
    mjtNum root = sqrt(pivot), inv = root * (1 / pivot);
    row[j] = root;
    for (int i = j + 1; i < n; i++) {
      mjtNum* below = a + (size_t)i * stride;
      mjtNum s = below[j];
      for (int k = 0; k < j; k++) s -= below[k] * row[k];
      below[j] = s * inv;
    }
  }
  return good;
}

// Rows j to j + 3 of U, `width` registers from column c on: subtract the products of the rows above
// j.
LANES_INLINE void subtract_earlier(int width, lanes s[4][2], mjtNum* u, int size, int j, int c) {
  const mjtNum* row = row_of(u, size, j);
  LANES_UNROLL
  for (int r = 0; r < 4; r++, row += stride_at(size, j)) {
    LANES_UNROLL
    for (int w = 0; w < width; w++) s[r][w] = lanes_load(row + c + w * LANES);
  }
  row = u;
  for (int k = 0, end = j < HALF ? j : HALF; k < j; end = j, row -= HALF) {
    for (int stride = stride_at(size, k); k < end; k++, row += stride) {
      lanes v[2];
      LANES_UNROLL
      for (int w = 0; w < width; w++) v[w] = lanes_load(row + c + w * LANES);
      LANES_UNROLL
      for (int r = 0; r < 4; r++) {
        lanes f = lanes_all(row[j + r]);
        LANES_UNROLL
        for (int w = 0; w < width; w++) s[r][w] -= f * v[w];
      }
    }
  }
}

// As subtract_earlier, then solve with the 4x4 block on the diagonal.
LANES_INLINE void finish_columns(int width, mjtNum* u, int size, int j, int c,
                                 const mjtNum inv[4]) {
  lanes s[4][2];
  mjtNum* row = row_of(u, size, j);
  subtract_earlier(width, s, u, size, j, c);
  LANES_UNROLL
  for (int r = 0; r < 4; r++, row += stride_at(size, j)) {
    LANES_UNROLL
    for (int w = 0; w < width; w++) {
      s[r][w] *= lanes_all(inv[r]);
      lanes_store(row + c + w * LANES, s[r][w]);
    }
    LANES_UNROLL
    for (int q = r + 1; q < 4; q++) {
      lanes f = lanes_all(row[j + q]);
      LANES_UNROLL
      for (int w = 0; w < width; w++) s[q][w] -= f * s[r][w];
    }
  }
}

// Factor the 4x4 block on the diagonal (c points to it; its upper part is used).  The dependency
// chain from pivot to pivot contains one division but no square root: roots are computed off that
// chain.
static inline void factor_corner(mjtNum* c, int stride, mjtNum mindiag, mjtNum inv[4],
                                 bool good[4]) {
  mjtNum *r0 = c, *r1 = c + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  mjtNum a01 = r0[1], a02 = r0[2], a03 = r0[3];
  mjtNum a12 = r1[2], a13 = r1[3], a23 = r2[3];
  mjtNum p[4] = {r0[0], r1[1], r2[2], r3[3]}, q[4];
#define PIVOT(i)                   \
  good[i] = p[i] >= mindiag;       \
  p[i] = good[i] ? p[i] : mindiag; \
  q[i] = 1 / p[i]
  PIVOT(0);
  mjtNum f1 = a01 * q[0], f2 = a02 * q[0], f3 = a03 * q[0];
  p[1] -= f1 * a01;
  a12 -= f1 * a02;
  a13 -= f1 * a03;
  p[2] -= f2 * a02;
  a23 -= f2 * a03;
  p[3] -= f3 * a03;
  PIVOT(1);
  f2 = a12 * q[1], f3 = a13 * q[1];
  p[2] -= f2 * a12;
  a23 -= f2 * a13;
  p[3] -= f3 * a13;
  PIVOT(2);
  p[3] -= a23 * q[2] * a23;
  PIVOT(3);
#undef PIVOT
  for (int i = 0; i < 4; i++) {
    c[i * (stride + 1)] = sqrt(p[i]);
    inv[i] = sqrt(p[i]) * q[i];
  }
  r0[1] = a01 * inv[0];
  r0[2] = a02 * inv[0];
  r0[3] = a03 * inv[0];
  r1[2] = a12 * inv[1];
  r1[3] = a13 * inv[1];
  r2[3] = a23 * inv[2];
}

// U'U = A in the buffer; size is a multiple of 4.
static void factor_transposed(mjtNum* u, int size, mjtNum mindiag, bool* good) {
  for (int j = 0; j < size; j += 4) {
    mjtNum inv[4];
    mjtNum* corner = row_of(u, size, j) + j;
    int stride = stride_at(size, j);
    for (int c = 0; c < 4; c += LANES) {
      lanes s[4][2];
      subtract_earlier(1, s, u, size, j, j + c);
      LANES_UNROLL
      for (int r = 0; r < 4; r++) lanes_store(corner + r * stride + c, s[r][0]);
    }
    factor_corner(corner, stride, mindiag, inv, good + j);
    int c = j + 4;
    for (; c + 2 * LANES <= size; c += 2 * LANES) finish_columns(2, u, size, j, c, inv);
    for (; c < size; c += LANES) finish_columns(1, u, size, j, c, inv);
  }
}

// Copy the lower part of a (n x n) to the upper part of u (or back), one LANES x LANES square at a
// time.
LANES_INLINE void copy_transposed(bool back, mjtNum* a, int stride, int n, mjtNum* u, int size) {
  for (int i = 0; i < n; i += LANES) {
    int j = 0;
    mjtNum* row = a + (size_t)i * stride;
    for (; i + LANES <= n && j + LANES <= i; j += LANES) {
      lanes v[LANES];
      mjtNum* column = row_of(u, size, j) + i;
      int down = stride_at(size, j);
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) {
        v[k] = lanes_load(back ? column + k * down : row + (size_t)k * stride + j);
      }
      lanes_transpose(v);
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) {
        lanes_store(back ? row + (size_t)k * stride + j : column + k * down, v[k]);
      }
    }
    int end = i + LANES < n ? i + LANES : n;
    for (int k = i; k < end; k++, row += stride) {
      mjtNum* column = row_of(u, size, j) + k;
      for (int q = j; q <= k; q++) {
        if (back) {
          row[q] = *column;
        } else {
          *column = row[q];
        }
        column = q == HALF - 1 ? row_of(u, size, HALF) + k : column + stride_at(size, q);
      }
    }
  }
}

// Factor the n x n block at a, n <= BLOCK, in the buffer u, padded to `size` with the identity.
static int factor_block(mjtNum* a, int stride, int n, mjtNum mindiag, mjtNum* u, int size) {
  bool good[BLOCK];
  int count = 0;
  copy_transposed(false, a, stride, n, u, size);
  for (int i = n; i < size; i++) {
    for (int j = 0; j < i; j++) row_of(u, size, j)[i] = 0;
    row_of(u, size, i)[i] = 1;
  }
  factor_transposed(u, size, mindiag, good);
  copy_transposed(true, a, stride, n, u, size);
  for (int i = 0; i < n; i++) count += good[i];
  return count;
}

// Rows below a factored block: m rows (a constant) of BLOCK numbers, stride apart, become a U^-1.
LANES_INLINE void solve_rows(int m, mjtNum* a, int stride, mjtNum* u) {
  for (int j = 0; j < BLOCK; j += 4) {
    for (int c = j; c < j + 4; c += LANES) {
      lanes s[4];
      LANES_UNROLL
      for (int r = 0; r < m; r++) s[r] = lanes_load(a + (size_t)r * stride + c);
      for (int k = 0; k < j; k++) {
        lanes v = lanes_load(row_of(u, BLOCK, k) + c);
        LANES_UNROLL
        for (int r = 0; r < m; r++) s[r] -= lanes_all(a[(size_t)r * stride + k]) * v;
      }
      LANES_UNROLL
      for (int r = 0; r < m; r++) lanes_store(a + (size_t)r * stride + c, s[r]);
    }
    for (int k = j; k < j + 4; k++) {
      const mjtNum* row = row_of(u, BLOCK, k);
      mjtNum inv = 1 / row[k];
      LANES_UNROLL
      for (int r = 0; r < m; r++) {
        mjtNum* x = a + (size_t)r * stride;
        x[k] *= inv;
        for (int q = k + 1; q < j + 4; q++) x[q] -= x[k] * row[q];
      }
    }
  }
}

// Lower part of a[i][j] -= l[i] . l[j], n x n, for rows l of BLOCK numbers; both have the given
// stride.
static void subtract_products(mjtNum* a, const mjtNum* l, int stride, int n) {
  for (int i = 0; i < n; i++) {
    const mjtNum* x = l + (size_t)i * stride;
    int j = 0;
    for (; j + 4 <= i + 1; j += 4) {
      const mjtNum* y = l + (size_t)j * stride;
      lanes s[4];
      mjtNum sum[4];
      LANES_UNROLL
      for (int q = 0; q < 4; q++) s[q] = lanes_all(0);
      for (int k = 0; k < BLOCK; k += LANES) {
        lanes v = lanes_load(x + k);
        LANES_UNROLL
        for (int q = 0; q < 4; q++) s[q] += v * lanes_load(y + (size_t)q * stride + k);
      }
      lanes_sum_4(sum, s);
      vec_sub(a + (size_t)i * stride + j, a + (size_t)i * stride + j, sum, 4);
    }
    for (; j <= i; j++) a[(size_t)i * stride + j] -= vec_dot(x, l + (size_t)j * stride, BLOCK);
  }
}

int chol_factor(mjtNum* a, int n, mjtNum mindiag) {
  if (n < SMALL) return factor_small(a, n, n, mindiag);
  mjtNum u[BUFFER];
  int good = 0, left = n;
  for (; left > BLOCK; left -= BLOCK) {
    good += factor_block(a, n, BLOCK, mindiag, u, BLOCK);
    mjtNum* below = a + (size_t)BLOCK * n;
    int rows = left - BLOCK, i = 0;
    for (; i + 4 <= rows; i += 4) solve_rows(4, below + (size_t)i * n, n, u);
    for (; i < rows; i++) solve_rows(1, below + (size_t)i * n, n, u);
    subtract_products(below + BLOCK, below, n, rows);
    a = below + BLOCK;
  }
  if (left < SMALL) return good + factor_small(a, n, left, mindiag);
  return good + factor_block(a, n, left, mindiag, u, (left + 3) / 4 * 4);
}

// --- solve --------------------------------------------------------------------------------------

// x = L^-1 b
static void solve_lower(mjtNum* x, const mjtNum* l, const mjtNum* b, int n) {
  int i = 0;
  if (x != b) vec_copy(x, b, n);
  for (; i + 4 <= n; i += 4) {
    const mjtNum *l0 = l + (size_t)i * n, *l1 = l0 + n, *l2 = l1 + n, *l3 = l2 + n;
    mjtNum s[4];
    mat_mul_vec_4(s, l0, x, i, n);
    mjtNum x0 = (x[i] - s[0]) * (1 / l0[i]);
    mjtNum x1 = (x[i + 1] - s[1] - l1[i] * x0) * (1 / l1[i + 1]);
    mjtNum x2 = (x[i + 2] - s[2] - l2[i] * x0 - l2[i + 1] * x1) * (1 / l2[i + 2]);
    mjtNum x3 = x[i + 3] - s[3] - l3[i] * x0 - l3[i + 1] * x1 - l3[i + 2] * x2;
    x[i] = x0;
    x[i + 1] = x1;
    x[i + 2] = x2;
    x[i + 3] = x3 * (1 / l3[i + 3]);
  }
  for (; i < n; i++) {
    const mjtNum* row = l + (size_t)i * n;
    x[i] = (x[i] - vec_dot(row, x, i)) * (1 / row[i]);
  }
}

// x = L'^-1 x
static void solve_upper(mjtNum* x, const mjtNum* l, int n) {
  int i = n;
  for (; i % 4; i--) {
    const mjtNum* row = l + (size_t)(i - 1) * n;
    x[i - 1] *= 1 / row[i - 1];
    vec_axpy(x, -x[i - 1], row, i - 1);
  }
  for (i -= 4; i >= 0; i -= 4) {
    const mjtNum *l0 = l + (size_t)i * n, *l1 = l0 + n, *l2 = l1 + n, *l3 = l2 + n;
    mjtNum x3 = x[i + 3] * (1 / l3[i + 3]);
    mjtNum x2 = (x[i + 2] - l3[i + 2] * x3) * (1 / l2[i + 2]);
    mjtNum x1 = (x[i + 1] - l3[i + 1] * x3 - l2[i + 1] * x2) * (1 / l1[i + 1]);
    mjtNum x0 = (x[i] - l3[i] * x3 - l2[i] * x2 - l1[i] * x1) * (1 / l0[i]);
    x[i] = x0;
    x[i + 1] = x1;
    x[i + 2] = x2;
    x[i + 3] = x3;
    const mjtNum s[4] = {-x0, -x1, -x2, -x3};
    const mjtNum* const row[4] = {l0, l1, l2, l3};
    vec_axpy_4(x, s, row, i);
  }
}

void chol_solve(mjtNum* x, const mjtNum* l, const mjtNum* b, int n) {
  solve_lower(x, l, b, n);
  solve_upper(x, l, n);
}

// --- update -------------------------------------------------------------------------------------

// The rotation that combines column k of L with x; hyperbolic in a downdate.
typedef struct {
  mjtNum s, signed_s, c, invc;
} rotation;

// Rotate the diagonal entry with x; returns whether the new pivot is large enough.
static bool rotate_diagonal(rotation* g, mjtNum* diag, mjtNum x, bool plus) {
  mjtNum signed_x = plus ? x : -x;
  mjtNum pivot = *diag * *diag + signed_x * x;
  bool good = pivot >= mjMINVAL;
  if (!good) pivot = mjMINVAL;
  mjtNum root = sqrt(pivot);
  g->c = root / *diag;
  g->invc = *diag / root;
  g->s = x / *diag;
  g->signed_s = signed_x / *diag;
  *diag = root;
  return good;
}

LANES_INLINE mjtNum rotate(const rotation* g, mjtNum* entry, mjtNum x) {
  mjtNum v = (*entry + g->signed_s * x) * g->invc;
  *entry = v;
  return g->c * x - g->s * v;
}

// Columns j to j + 3 at once, so that each row is loaded once for four columns, and LANES rows at a
// time, one register per column.
static int update_columns(mjtNum* l, mjtNum* x, int n, int j, bool plus) {
  rotation g[4];
  int good = 0, i = j + 4;
  for (int k = 0; k < 4; k++) {
    mjtNum* row = l + (size_t)(j + k) * n + j;
    mjtNum xi = x[j + k];
    for (int q = 0; q < k; q++) xi = rotate(&g[q], row + q, xi);
    good += rotate_diagonal(&g[k], row + k, xi, plus);
  }
  for (; i + LANES <= n; i += LANES) {
    mjtNum* row = l + (size_t)i * n + j;
    lanes xi = lanes_load(x + i);
    LANES_UNROLL
    for (int c = 0; c < 4; c += LANES) {
      lanes v[LANES];
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) v[k] = lanes_load(row + (size_t)k * n + c);
      lanes_transpose(v);
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) {
        const rotation* t = &g[c + k];
        v[k] = (v[k] + lanes_all(t->signed_s) * xi) * lanes_all(t->invc);
        xi = lanes_all(t->c) * xi - lanes_all(t->s) * v[k];
      }
      lanes_transpose(v);
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) lanes_store(row + (size_t)k * n + c, v[k]);
    }
    lanes_store(x + i, xi);
  }
  for (; i < n; i++) {
    mjtNum* row = l + (size_t)i * n + j;
    LANES_UNROLL
    for (int q = 0; q < 4; q++) x[i] = rotate(&g[q], row + q, x[i]);
  }
  return good;
}

// One column.
static int update_column(mjtNum* l, mjtNum* x, int n, int j, bool plus) {
  rotation g;
  int good = rotate_diagonal(&g, l + (size_t)j * n + j, x[j], plus);
  for (int i = j + 1; i < n; i++) x[i] = rotate(&g, l + (size_t)i * n + j, x[i]);
  return good;
}

int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) {
  int good = 0, j = 0;
  for (; j + 4 <= n; j += 4) {
    if (x[j] == 0 && x[j + 1] == 0 && x[j + 2] == 0 && x[j + 3] == 0) {
      good += 4;
    } else {
      good += update_columns(mat, x, n, j, flg_plus);
    }
  }
  for (; j < n; j++) good += x[j] == 0 ? 1 : update_column(mat, x, n, j, flg_plus);
  return good;
}

int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag) { return chol_factor(mat, n, mindiag); }

void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) {
  chol_solve(res, mat, vec, n);
}
