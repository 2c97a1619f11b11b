// Products of dense matrices by tiles of 4 rows x two registers, accumulated in registers.
//
// At the edges the last tile is shifted back over entries that are already done.  Every entry is
// computed by the same operations in the same order whichever tile it is in, so computing it twice
// is harmless.

#include "math/dense.h"

#define TILE_ROWS 4
#define TILE_COLS (2 * LANES)

enum { MOST_REGISTERS = 8 };  // accumulators: half of the registers that there are

// --- matrix by vector ---------------------------------------------------------------------------

void mat_mul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                 int nc) {
  int i = 0;
  for (; i + 4 <= nr; i += 4) mat_mul_vec_4(r + i, a + (size_t)i * nc, x, nc, nc);
  for (; i < nr; i++) r[i] = vec_dot(a + (size_t)i * nc, x, nc);
}

// r = A' x for `width` registers of columns; the last register starts at column `last`, relative to
// the first.  The sums stay in registers while the rows are read.
LANES_INLINE void tmul_columns(int width, mjtNum* restrict r, const mjtNum* restrict a,
                               const mjtNum* restrict x, int nr, int nc, int last) {
  lanes s[MOST_REGISTERS];
  LANES_UNROLL
  for (int k = 0; k < width; k++) s[k] = lanes_all(0);
  for (int i = 0; i < nr; i++, a += nc) {
    if (x[i] == 0) continue;
    lanes v = lanes_all(x[i]);
    LANES_UNROLL
    for (int k = 0; k < width - 1; k++) s[k] += v * lanes_load(a + k * LANES);
    s[width - 1] += v * lanes_load(a + last);
  }
  LANES_UNROLL
  for (int k = 0; k < width - 1; k++) lanes_store(r + k * LANES, s[k]);
  lanes_store(r + last, s[width - 1]);
}

void mat_tmul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                  int nc) {
  if (nc < LANES) {
    for (int j = 0; j < nc; j++) {
      mjtNum sum = 0;
      for (int i = 0; i < nr; i++) {
        if (x[i] != 0) sum += x[i] * a[(size_t)i * nc + j];
      }
      r[j] = sum;
    }
    return;
  }
  for (int j = 0; j < nc;) {
    int left = (nc - j + LANES - 1) / LANES, width = left < MOST_REGISTERS ? left : MOST_REGISTERS;
    // the last register ends with the row and may recompute some columns
    int last = (width - 1) * LANES;
    if (j + last + LANES > nc) last = nc - LANES - j;
    mjtNum* to = r + j;
    const mjtNum* from = a + j;
    switch (width) {
      case 8: tmul_columns(8, to, from, x, nr, nc, last); break;
      case 7: tmul_columns(7, to, from, x, nr, nc, last); break;
      case 6: tmul_columns(6, to, from, x, nr, nc, last); break;
      case 5: tmul_columns(5, to, from, x, nr, nc, last); break;
      case 4: tmul_columns(4, to, from, x, nr, nc, last); break;
      case 3: tmul_columns(3, to, from, x, nr, nc, last); break;
      case 2: tmul_columns(2, to, from, x, nr, nc, last); break;
      default: tmul_columns(1, to, from, x, nr, nc, last); break;
    }
    j += width * LANES;
  }
}

// --- matrix by matrix ---------------------------------------------------------------------------

// Operands of a product: entry (i, k) of A is a[i * ai + k * ak]; B has n rows of nc numbers.
typedef struct {
  const mjtNum* a;
  ptrdiff_t ai, ak;
  const mjtNum* b;
  int n, nc;
} factors;

// C = A B for a tile of C of `rows` rows x `width` registers, from column j0 on.
LANES_INLINE void tile(int rows, int width, mjtNum* restrict c, factors x, int j0) {
  const mjtNum *a = x.a, *b = x.b + j0;
  ptrdiff_t ai = x.ai, ak = x.ak;
  int n = x.n, ldb = x.nc;
  c += j0;
  lanes s[TILE_ROWS][2];
  LANES_UNROLL
  for (int i = 0; i < rows; i++) {
    LANES_UNROLL
    for (int j = 0; j < width; j++) s[i][j] = lanes_all(0);
  }
  for (int k = 0; k < n; k++, a += ak, b += ldb) {
    lanes v[2];
    LANES_UNROLL
    for (int j = 0; j < width; j++) v[j] = lanes_load(b + j * LANES);
    LANES_UNROLL
    for (int i = 0; i < rows; i++) {
      lanes u = lanes_all(a[i * ai]);
      LANES_UNROLL
      for (int j = 0; j < width; j++) s[i][j] += u * v[j];
    }
  }
  LANES_UNROLL
  for (int i = 0; i < rows; i++) {
    LANES_UNROLL
    for (int j = 0; j < width; j++) lanes_store(c + (size_t)i * ldb + j * LANES, s[i][j]);
  }
}

// All columns of a strip of `rows` rows of C.
LANES_INLINE void strip(int rows, mjtNum* restrict c, factors x) {
  int j = 0, nc = x.nc;
  for (; j + TILE_COLS <= nc; j += TILE_COLS) tile(rows, 2, c, x, j);
  if (j == nc) return;
  if (nc - j > LANES && nc >= TILE_COLS) {
    j = nc - TILE_COLS;
    tile(rows, 2, c, x, j);
  } else if (nc >= LANES) {
    if (nc - j > LANES) tile(rows, 1, c, x, j);
    j = nc - LANES;
    tile(rows, 1, c, x, j);
  } else {
    for (; j < nc; j++) {
      mjtNum s[TILE_ROWS] = {0};
      for (int k = 0; k < x.n; k++) {
        mjtNum u = x.b[j + (size_t)k * nc];
        LANES_UNROLL
        for (int i = 0; i < rows; i++) s[i] += x.a[i * x.ai + k * x.ak] * u;
      }
      LANES_UNROLL
      for (int i = 0; i < rows; i++) c[j + (size_t)i * nc] = s[i];
    }
  }
}

// C = A B with nr rows.
static void product(mjtNum* restrict c, factors x, int nr) {
  const mjtNum* a = x.a;
  if (nr < TILE_ROWS) {
    for (int i = 0; i < nr; i++) {
      x.a = a + i * x.ai;
      strip(1, c + (size_t)i * x.nc, x);
    }
    return;
  }
  for (int i = 0; i < nr; i += TILE_ROWS) {
    if (i > nr - TILE_ROWS) i = nr - TILE_ROWS;
    x.a = a + i * x.ai;
    strip(TILE_ROWS, c + (size_t)i * x.nc, x);
  }
}

void mat_mul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2) {
  product(r, (factors){a, c1, 1, b, c1, c2}, r1);
}

void mat_tmul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2) {
  product(r, (factors){a, 1, c1, b, r1, c2}, c1);
}

// The 2 x 4 dot products of two rows of a with four rows of b.
static inline void dots2x4(mjtNum* restrict r0, mjtNum* restrict r1, const mjtNum* a,
                           const mjtNum* b, int n) {
  const mjtNum* row[4] = {b, b + n, b + 2 * (size_t)n, b + 3 * (size_t)n};
  lanes s[4], t[4];
  int k = 0;
  LANES_UNROLL
  for (int j = 0; j < 4; j++) s[j] = t[j] = lanes_all(0);
  for (; k + LANES <= n; k += LANES) {
    lanes u = lanes_load(a + k), v = lanes_load(a + n + k);
    LANES_UNROLL
    for (int j = 0; j < 4; j++) {
      lanes w = lanes_load(row[j] + k);
      s[j] += u * w;
      t[j] += v * w;
    }
  }
  mjtNum p[4], q[4];
  lanes_sum_4(p, s);
  lanes_sum_4(q, t);
  for (int rest = 1; rest < LANES && k < n; rest++, k++) {
    LANES_UNROLL
    for (int j = 0; j < 4; j++) {
      p[j] += a[k] * row[j][k];
      q[j] += a[n + k] * row[j][k];
    }
  }
  LANES_UNROLL
  for (int j = 0; j < 4; j++) {
    r0[j] = p[j];
    r1[j] = q[j];
  }
}

void mat_mul_t(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int r2) {
  int i = 0;
  for (; r2 >= 4 && i + 2 <= r1; i += 2) {
    for (int j = 0; j < r2; j += 4) {
      if (j > r2 - 4) j = r2 - 4;
      mjtNum* c = r + (size_t)i * r2 + j;
      dots2x4(c, c + r2, a + (size_t)i * c1, b + (size_t)j * c1, c1);
    }
  }
  for (; i < r1; i++) {
    for (int j = 0; j < r2; j++) {
      r[(size_t)i * r2 + j] = vec_dot(a + (size_t)i * c1, b + (size_t)j * c1, c1);
    }
  }
}

// --- A' D A -------------------------------------------------------------------------------------

// Rows of A with nonzero weight are gathered in batches of this size.
#define SQR_ROWS 64

typedef struct {
  const mjtNum* row[SQR_ROWS];
  mjtNum weight[SQR_ROWS];
  int n;
} weighted_rows;

// h[i ... i + rows) += sum over the gathered rows of weight * row[i] * row[j], for LANES columns
// from j on.  The first `skip` columns are computed but not added.
LANES_INLINE void sqr_tile(int rows, mjtNum* restrict h, int ldh, const weighted_rows* w, int i,
                           int j, int skip) {
  lanes s[TILE_ROWS];
  LANES_UNROLL
  for (int p = 0; p < rows; p++) s[p] = lanes_all(0);
  for (int k = 0; k < w->n; k++) {
    const mjtNum* row = w->row[k];
    lanes v = lanes_load(row + j) * lanes_all(w->weight[k]);
    LANES_UNROLL
    for (int p = 0; p < rows; p++) s[p] += lanes_all(row[i + p]) * v;
  }
  LANES_UNROLL
  for (int p = 0; p < rows; p++) {
    mjtNum* r = h + (size_t)(i + p) * ldh + j;
    if (skip == 0) {
      lanes_store(r, lanes_load(r) + s[p]);
    } else {
      mjtNum part[LANES];
      lanes_store(part, s[p]);
      for (int q = skip; q < LANES; q++) r[q] += part[q];
    }
  }
}

// Rows [i, i + rows) of the lower triangle of h, columns [0, i + rows), at least LANES of them.
LANES_INLINE void sqr_strip(int rows, mjtNum* restrict h, int n, const weighted_rows* w, int i) {
  int j = 0, end = i + rows;
  for (; j + LANES <= end; j += LANES) sqr_tile(rows, h, n, w, i, j, 0);
  if (j < end) sqr_tile(rows, h, n, w, i, end - LANES, j - (end - LANES));
}

static void sqr_add_rows(mjtNum* restrict h, const weighted_rows* w, int n) {
  int i = 0;
  for (; i + TILE_ROWS <= n; i += TILE_ROWS) sqr_strip(TILE_ROWS, h, n, w, i);
  for (; i < n; i++) sqr_strip(1, h, n, w, i);
}

// Without tiles, for matrices smaller than one tile.
static void sqr_add_small(mjtNum* restrict h, const mjtNum* restrict a, const mjtNum* d, int nr,
                          int nc) {
  for (int k = 0; k < nr; k++, a += nc) {
    mjtNum weight = d ? d[k] : 1;
    if (weight == 0) continue;
    for (int i = 0; i < nc; i++) {
      mjtNum s = weight * a[i];
      for (int j = 0; j <= i; j++) h[i * nc + j] += s * a[j];
    }
  }
}

void mat_sqr_add(mjtNum* restrict h, const mjtNum* restrict a, const mjtNum* d, int nr, int nc) {
  if (nc < TILE_ROWS) {
    sqr_add_small(h, a, d, nr, nc);
    return;
  }
  weighted_rows w;
  w.n = 0;
  for (int i = 0; i < nr; i++) {
    mjtNum weight = d ? d[i] : 1;
    if (weight == 0) continue;
    w.row[w.n] = a + (size_t)i * nc;
    w.weight[w.n++] = weight;
    if (w.n == SQR_ROWS) {
      sqr_add_rows(h, &w, nc);
      w.n = 0;
    }
  }
  if (w.n) sqr_add_rows(h, &w, nc);
}

// --- rearranging --------------------------------------------------------------------------------

void mat_mirror_lower(mjtNum* a, int n) {
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < i; j++) a[(size_t)j * n + i] = a[(size_t)i * n + j];
  }
}

// 3x3 matrices, the most frequent, are written out; others go by LANES x LANES squares.
void mat_transpose(mjtNum* restrict r, const mjtNum* restrict a, int nr, int nc) {
  if (nr == 3 && nc == 3) {
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) r[3 * j + k] = a[3 * k + j];
    }
    return;
  }
  int i = 0;
  for (; i + LANES <= nr; i += LANES) {
    const mjtNum* from = a + (size_t)i * nc;
    int j = 0;
    for (; j + LANES <= nc; j += LANES) {
      lanes v[LANES];
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) v[k] = lanes_load(from + (size_t)k * nc + j);
      lanes_transpose(v);
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) lanes_store(r + (size_t)(j + k) * nr + i, v[k]);
    }
    for (; j < nc; j++) {
      LANES_UNROLL
      for (int k = 0; k < LANES; k++) r[(size_t)j * nr + i + k] = from[(size_t)k * nc + j];
    }
  }
  for (; i < nr; i++) {
    const mjtNum* from = a + (size_t)i * nc;
    mjtNum* to = r + i;
    for (int j = 0; j < nc; j++, to += nr) *to = from[j];
  }
}
