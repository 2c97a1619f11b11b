#include "constraint/operator/dense_hessian.h"

#include "math/dense.h"

// Rows are processed in panels of this many, to reuse loaded numbers.  LANES divides it, so that
// vector accesses beyond the end of a row stay within the panel.
enum { PANEL = 4 };

// --- assembly -----------------------------------------------------------------------------------

// Rows of a dense Jacobian that remain to be added.
typedef struct {
  const mjtNum* J;  // the next of them
  const mjtNum* D;  // its weight; NULL: all weights are 1
  int nr, n;
} pending;

// Take the next rows with nonzero weight, at most a panel; returns their number.
static int next_rows(pending* rest, const mjtNum* row[PANEL], mjtNum weight[PANEL]) {
  int count = 0;
  for (; rest->nr && count < PANEL; rest->nr--, rest->J += rest->n) {
    mjtNum w = rest->D ? *rest->D++ : 1;
    if (w == 0) continue;
    row[count] = rest->J;
    weight[count++] = w;
  }
  return count;
}

// h += sum_j at[j] row_j over columns begin ... end - 1.
static inline void add_panel(mjtNum* restrict h, const mjtNum* const row[PANEL],
                             const mjtNum at[PANEL], int begin, int end) {
  const mjtNum *p0 = row[0], *p1 = row[1], *p2 = row[2], *p3 = row[3];
  lanes a0 = lanes_all(at[0]), a1 = lanes_all(at[1]), a2 = lanes_all(at[2]), a3 = lanes_all(at[3]);
  int c = begin;
  for (; c + LANES <= end; c += LANES) {
    lanes even = a0 * lanes_load(p0 + c) + a1 * lanes_load(p1 + c);
    lanes odd = a2 * lanes_load(p2 + c) + a3 * lanes_load(p3 + c);
    lanes_store(h + c, lanes_load(h + c) + (even + odd));
  }
  for (; c < end; c++) h[c] += (at[0] * p0[c] + at[1] * p1[c]) + (at[2] * p2[c] + at[3] * p3[c]);
}

void dense_add_rows(mjtNum* h, int stride, const mjtNum* J, const mjtNum* D, int nr, int n) {
  const mjtNum* row[PANEL];
  mjtNum weight[PANEL];
  pending rest = {J, D, nr, n};
  for (int count; (count = next_rows(&rest, row, weight)) > 0;) {
    for (int j = count; j < PANEL; j++) {
      row[j] = row[0];
      weight[j] = 0;
    }
    int begin = 0;
    while (begin < n && row[0][begin] == 0 && row[1][begin] == 0 && row[2][begin] == 0 &&
           row[3][begin] == 0) {
      begin++;
    }
    for (int i = begin; i < n; i++) {
      const mjtNum at[PANEL] = {weight[0] * row[0][i], weight[1] * row[1][i], weight[2] * row[2][i],
                                weight[3] * row[3][i]};
      if (at[0] == 0 && at[1] == 0 && at[2] == 0 && at[3] == 0) continue;
      add_panel(h + (size_t)i * stride, row, at, begin, i + 1);
    }
  }
}

// --- factor -------------------------------------------------------------------------------------
//
// Panels are processed from the last row upwards; if PANEL does not divide the number of rows, the
// first panel is the smaller one.  Whole vectors are accessed beyond the end of rows above the
// panel: this stays within the stride and only changes entries above the diagonal.

// row -= sum_j at[j] panel_j over columns 0 ... end - 1, rounded up to a multiple of LANES; panel_j
// is j rows above the last row of the panel.
static inline void subtract_panel(mjtNum* restrict row, const mjtNum* restrict last, int stride,
                                  const mjtNum at[PANEL], int end) {
  const mjtNum *p0 = last, *p1 = last - stride, *p2 = p1 - stride, *p3 = p2 - stride;
  lanes a0 = lanes_all(at[0]), a1 = lanes_all(at[1]), a2 = lanes_all(at[2]), a3 = lanes_all(at[3]);
  for (int c = 0; c < end; c += LANES) {
    lanes even = a0 * lanes_load(p0 + c) + a1 * lanes_load(p1 + c);
    lanes odd = a2 * lanes_load(p2 + c) + a3 * lanes_load(p3 + c);
    lanes_store(row + c, lanes_load(row + c) - (even + odd));
  }
}

// The same for a panel of n < PANEL rows.  With `whole` the last vector may reach beyond the end.
INLINED void subtract_n(mjtNum* restrict row, const mjtNum* restrict last, int stride,
                        const mjtNum* at, const int n, int end, const int whole) {
  lanes a[PANEL];
  int c = 0;
  for (int j = 0; j < n; j++) a[j] = lanes_all(at[j]);
  for (; whole ? c < end : c + LANES <= end; c += LANES) {
    lanes x = lanes_load(row + c);
    for (int j = 0; j < n; j++) x -= a[j] * lanes_load(last + c - j * stride);
    lanes_store(row + c, x);
  }
  for (; c < end; c++) {
    for (int j = 0; j < n; j++) row[c] -= at[j] * last[c - j * stride];
  }
}

INLINED void subtract_rows(mjtNum* restrict row, const mjtNum* restrict last, int stride,
                           const mjtNum* at, int n, int end, const int whole) {
  switch (n) {
    case 1: subtract_n(row, last, stride, at, 1, end, whole); break;
    case 2: subtract_n(row, last, stride, at, 2, end, whole); break;
    default: subtract_n(row, last, stride, at, 3, end, whole); break;
  }
}

// The last n columns of the n rows of a panel, which have been updated by all later rows.
// at[k][j], j < k, becomes the factor by which row last - j is subtracted from row last - k; the
// diagonal becomes its inverse.
static inline void factor_corner(mjtNum* last, int stride, int column, int n, mjtNum mindiag,
                                 mjtNum at[PANEL][PANEL]) {
  for (int j = 0; j < n; j++) {
    mjtNum* row = last - j * stride;
    mjtNum pivot = row[column - j];
    mjtNum inverse = row[column - j] = 1 / (pivot < mindiag ? mindiag : pivot);
    for (int k = j + 1; k < n; k++) {
      mjtNum* upper = last - k * stride;
      at[k][j] = row[column - k] * inverse;
      for (int c = k; c < n; c++) upper[column - c] -= at[k][j] * row[column - c];
    }
  }
}

// Update the rows of a panel by each other, over the columns before the panel.
static inline void finish_panel(mjtNum* last, int stride, int end, mjtNum at[PANEL][PANEL]) {
  mjtNum *p0 = last, *p1 = last - stride, *p2 = p1 - stride, *p3 = p2 - stride;
  lanes a10 = lanes_all(at[1][0]), a20 = lanes_all(at[2][0]), a21 = lanes_all(at[2][1]);
  lanes a30 = lanes_all(at[3][0]), a31 = lanes_all(at[3][1]), a32 = lanes_all(at[3][2]);
  int c = 0;
  for (; c + LANES <= end; c += LANES) {
    lanes x0 = lanes_load(p0 + c);
    lanes x1 = lanes_load(p1 + c) - a10 * x0;
    lanes x2 = lanes_load(p2 + c) - a20 * x0 - a21 * x1;
    lanes x3 = lanes_load(p3 + c) - a30 * x0 - a31 * x1 - a32 * x2;
    lanes_store(p1 + c, x1);
    lanes_store(p2 + c, x2);
    lanes_store(p3 + c, x3);
  }
  for (; c < end; c++) {
    p1[c] -= at[1][0] * p0[c];
    p2[c] -= at[2][0] * p0[c] + at[2][1] * p1[c];
    p3[c] -= at[3][0] * p0[c] + at[3][1] * p1[c] + at[3][2] * p2[c];
  }
}

static inline int any(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return 1;
  }
  return 0;
}

// Eliminate a panel of n < PANEL rows from rows `begin` on.
static void eliminate_rows(mjtNum* h, int stride, int begin, int last, int n, mjtNum mindiag) {
  mjtNum at[PANEL][PANEL], *panel = h + (size_t)last * stride;
  int first = last - n + 1;
  factor_corner(panel, stride, last, n, mindiag, at);
  for (int k = 1; k < n; k++) subtract_rows(panel - k * stride, panel, stride, at[k], k, first, 0);
  for (int i = begin; i < first; i++) {
    mjtNum by[PANEL];
    for (int j = 0; j < n; j++) by[j] = panel[i - j * stride] * panel[last - j - j * stride];
    if (any(by, n)) subtract_rows(h + (size_t)i * stride, panel, stride, by, n, i + 1, 1);
  }
}

// Eliminate a whole panel from rows `begin` on.
static void eliminate_panel(mjtNum* h, int stride, int begin, int last, mjtNum mindiag) {
  mjtNum within[PANEL][PANEL], inverse[PANEL], *panel = h + (size_t)last * stride;
  int first = last - PANEL + 1;
  factor_corner(panel, stride, last, PANEL, mindiag, within);
  finish_panel(panel, stride, first, within);
  for (int j = 0; j < PANEL; j++) inverse[j] = panel[last - j - j * stride];
  for (int i = begin; i < first; i++) {
    mjtNum at[PANEL] = {panel[i], panel[i - stride], panel[i - 2 * stride], panel[i - 3 * stride]};
    if (at[0] == 0 && at[1] == 0 && at[2] == 0 && at[3] == 0) continue;
    for (int j = 0; j < PANEL; j++) at[j] *= inverse[j];
    subtract_panel(h + (size_t)i * stride, panel, stride, at, i + 1);
  }
}

// Eliminate the last `count` of n rows from rows `begin` on.
static void eliminate_from(mjtNum* h, int n, int stride, int count, int begin, mjtNum mindiag) {
  int small = count % PANEL, end = n - count;
  if (small) eliminate_rows(h, stride, begin, n - 1, small, mindiag);
  for (int last = n - 1 - small; last >= end; last -= PANEL) {
    eliminate_panel(h, stride, begin, last, mindiag);
  }
}

void dense_eliminate(mjtNum* h, int n, int stride, int count, mjtNum mindiag) {
  eliminate_from(h, n, stride, count, 0, mindiag);
}

// --- factor, by blocks --------------------------------------------------------------------------
//
// Pivots are eliminated from each other first, BLOCK of them, then all at once from the rows above:
// ROWS x (2 LANES) numbers of these stay in registers meanwhile, and go through memory once instead
// of once for every panel.

enum { BLOCK = DENSE_BLOCK, ROWS = 4, WIDE = 2 * LANES, TILE = 8 * WIDE };

typedef struct {
  mjtNum* h;
  int stride;
  const mjtNum* pivot;  // the pivots' rows
  const mjtNum* by;     // pivots x stride: their rows over their diagonal
  int pivots;
} block_update;

// Rows i ... i + ROWS - 1, columns c ... c + n LANES - 1.
INLINED void update_patch(const block_update* u, int i, int c, const int n) {
  lanes patch[ROWS][2];
  mjtNum* to = u->h + (size_t)i * u->stride + c;
  const mjtNum *row = u->pivot + c, *by = u->by + i;
  for (int r = 0; r < ROWS; r++) {
    for (int k = 0; k < n; k++) patch[r][k] = lanes_load(to + (size_t)r * u->stride + k * LANES);
  }
  for (int p = 0; p < u->pivots; p++, row += u->stride, by += u->stride) {
    for (int r = 0; r < ROWS; r++) {
      lanes at = lanes_all(by[r]);
      for (int k = 0; k < n; k++) patch[r][k] -= at * lanes_load(row + k * LANES);
    }
  }
  for (int r = 0; r < ROWS; r++) {
    for (int k = 0; k < n; k++) lanes_store(to + (size_t)r * u->stride + k * LANES, patch[r][k]);
  }
}

void dense_clear(mjtNum* h, int n, int stride) {
  for (int i = 0; i < n; i++, h += stride)
    vec_zero(h, mjMIN(stride, dense_stride(i + ROWS + WIDE)));
}

// One row, up to the diagonal.
static void update_row(const block_update* u, int i) {
  mjtNum* row = u->h + (size_t)i * u->stride;
  for (int p = 0; p < u->pivots; p++) {
    for (int c = 0; c <= i; c++) row[c] -= u->by[p * u->stride + i] * u->pivot[p * u->stride + c];
  }
}

// Rows 0 ... first - 1.  What is written above the diagonal stays within the stride.
static void update_rows(const block_update* u, int first) {
  int single = first % ROWS;
  for (int i = 0; i < single; i++) update_row(u, i);
  for (int begin = 0; begin < first; begin += TILE) {
    int start = begin <= single ? single : begin - (begin - single) % ROWS;
    for (int i = start; i < first; i += ROWS) {
      int end = mjMIN(begin + TILE, i + ROWS), c = begin;
      for (; c + WIDE <= end || (c < end && c + WIDE <= u->stride); c += WIDE)
        update_patch(u, i, c, 2);
      for (; c < end; c += LANES) update_patch(u, i, c, 1);
    }
  }
}

void dense_eliminate_front(mjtNum* h, int n, int stride, int count, mjtNum mindiag, mjtNum* by) {
  for (int left = count, end = n; left > 0;) {
    int pivots = mjMIN(left, BLOCK), first = end - pivots;
    const mjtNum* pivot = h + (size_t)first * stride;
    eliminate_from(h, end, stride, pivots, first, mindiag);
    for (int p = 0; p < pivots; p++) {
      vec_scale(by + p * stride, pivot + p * stride, pivot[p * stride + first + p], first);
    }
    update_rows(&(block_update){h, stride, pivot, by, pivots}, first);
    left -= pivots;
    end = first;
  }
}

// --- solution -----------------------------------------------------------------------------------

// First half of the solution for n rows up to `last`; later rows have been applied to x.  Results
// are kept in t, last row first, because x is still read around these entries.
static inline void solve_corner_first(mjtNum t[PANEL], const mjtNum* x, const mjtNum* last,
                                      int stride, int row, int n) {
  for (int j = 0; j < n; j++) t[j] = x[row - j];
  for (int j = 0; j < n; j++) {
    const mjtNum* r = last - j * stride;
    t[j] *= r[row - j];
    for (int k = j + 1; k < n; k++) t[k] -= t[j] * r[row - k];
  }
}

// Second half for n rows from `first`; t[] is the contribution of the columns before `first`.
static inline void solve_corner_second(mjtNum* x, const mjtNum* row, int stride, int first, int n,
                                       mjtNum t[PANEL]) {
  for (int j = 0; j < n; j++) {
    const mjtNum* r = row + j * stride;
    for (int k = 0; k < j; k++) t[j] += r[first + k] * t[k];
    t[j] = x[first + j] - r[first + j] * t[j];
  }
  for (int j = 0; j < n; j++) x[first + j] = t[j];
}

// Dot products of the rows of a panel with x over the columns before `first`.
static inline void dot_panel(mjtNum sum[PANEL], const mjtNum* row, int stride, const mjtNum* x,
                             int first) {
  const mjtNum *p0 = row, *p1 = row + stride, *p2 = p1 + stride, *p3 = p2 + stride;
  lanes s0 = lanes_all(0), s1 = s0, s2 = s0, s3 = s0;
  int c = 0;
  for (; c + LANES <= first; c += LANES) {
    lanes v = lanes_load(x + c);
    s0 += lanes_load(p0 + c) * v;
    s1 += lanes_load(p1 + c) * v;
    s2 += lanes_load(p2 + c) * v;
    s3 += lanes_load(p3 + c) * v;
  }
  sum[0] = lanes_sum(s0);
  sum[1] = lanes_sum(s1);
  sum[2] = lanes_sum(s2);
  sum[3] = lanes_sum(s3);
  for (; c < first; c++) {
    sum[0] += p0[c] * x[c];
    sum[1] += p1[c] * x[c];
    sum[2] += p2[c] * x[c];
    sum[3] += p3[c] * x[c];
  }
}

void dense_solve_first(mjtNum* x, const mjtNum* r, int n, int stride, int count) {
  mjtNum t[PANEL] = {0};
  int small = count % PANEL, end = n - count;
  const mjtNum* row = r + (size_t)(count - 1) * stride;  // the last row
  if (small) {
    solve_corner_first(t, x, row, stride, n - 1, small);
    subtract_rows(x, row, stride, t, small, n - small, 1);
    for (int j = 0; j < small; j++) x[n - 1 - j] = t[j];
    row -= small * stride;
  }
  for (int last = n - 1 - small; last >= end; last -= PANEL, row -= PANEL * stride) {
    solve_corner_first(t, x, row, stride, last, PANEL);
    subtract_panel(x, row, stride, t, last - PANEL + 1);
    for (int j = 0; j < PANEL; j++) x[last - j] = t[j];
  }
}

void dense_solve_second(mjtNum* x, const mjtNum* r, int n, int stride, int count) {
  mjtNum t[PANEL];
  int small = count % PANEL, first = n - count;
  const mjtNum* row = r;
  for (; first < n - small; first += PANEL, row += PANEL * stride) {
    dot_panel(t, row, stride, x, first);
    solve_corner_second(x, row, stride, first, PANEL, t);
  }
  if (!small) return;
  for (int j = 0; j < small; j++) t[j] = vec_dot(row + j * stride, x, first);
  solve_corner_second(x, row, stride, first, small, t);
}
