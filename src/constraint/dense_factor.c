#include "constraint/dense_factor.h"

#include "math/dense.h"

// Rows are taken in panels of this many, so that numbers loaded once are used as often.  LANES
// divides it: what runs over the end of a row by less than LANES stays within the panel.
enum { PANEL = 4 };

// row -= sum_j at[j] panel_j over columns 0 ... end - 1, panel_j being j rows above the last; runs
// over the end to a multiple of LANES.
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

// Rows last ... first (downwards), from which all later rows have been subtracted.
static void factor_panel(mjtNum* h, int n, int first, int last, mjtNum mindiag) {
  for (int r = last; r >= first; r--) {
    mjtNum* row = h + (size_t)r * n;
    row[r] = 1 / (row[r] < mindiag ? mindiag : row[r]);
    for (int s = r - 1; s >= first; s--) {
      if (row[s] != 0) vec_axpy(h + (size_t)s * n, -row[s] * row[r], row, s + 1);
    }
  }
}

void dense_factor(mjtNum* h, int n, mjtNum mindiag) {
  int last = n - 1;
  for (; last >= PANEL; last -= PANEL) {
    int first = last - PANEL + 1;
    factor_panel(h, n, first, last, mindiag);
    const mjtNum* panel = h + (size_t)last * n;
    mjtNum inverse[PANEL];
    for (int j = 0; j < PANEL; j++) inverse[j] = panel[last - j - j * n];
    for (int i = 0; i < first; i++) {
      mjtNum at[PANEL] = {panel[i], panel[i - n], panel[i - 2 * n], panel[i - 3 * n]};
      if (at[0] == 0 && at[1] == 0 && at[2] == 0 && at[3] == 0) continue;
      for (int j = 0; j < PANEL; j++) at[j] *= inverse[j];
      subtract_panel(h + (size_t)i * n, panel, n, at, i + 1);
    }
  }
  factor_panel(h, n, 0, last, mindiag);
}

// First half of a solution, for n rows up to last; x of later rows has been taken off.  The values
// stay in t, last row first, for x is still to be read around them.
static inline void solve_transposed(mjtNum t[PANEL], const mjtNum* x, const mjtNum* last,
                                    int stride, int row, int n) {
  for (int j = 0; j < n; j++) t[j] = x[row - j];
  for (int j = 0; j < n; j++) {
    const mjtNum* r = last - j * stride;
    t[j] *= r[row - j];
    for (int k = j + 1; k < n; k++) t[k] -= t[j] * r[row - k];
  }
}

// Second half for n rows from first: t[] is what the columns before first contribute.
static inline void solve_plain(mjtNum* x, const mjtNum* row, int stride, int first, int n,
                               mjtNum t[PANEL]) {
  for (int j = 0; j < n; j++) {
    const mjtNum* r = row + j * stride;
    for (int k = 0; k < j; k++) t[j] += r[first + k] * t[k];
    t[j] = x[first + j] - r[first + j] * t[j];
  }
  for (int j = 0; j < n; j++) x[first + j] = t[j];
}

// Products of a panel of rows with x over the columns before first.
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

void dense_factor_solve(mjtNum* x, const mjtNum* r, const mjtNum* b, int n) {
  mjtNum t[PANEL];
  if (x != b) vec_copy(x, b, n);
  int last = n - 1;
  for (; last >= PANEL; last -= PANEL) {
    const mjtNum* row = r + (size_t)last * n;
    solve_transposed(t, x, row, n, last, PANEL);
    subtract_panel(x, row, n, t, last - PANEL + 1);
    for (int j = 0; j < PANEL; j++) x[last - j] = t[j];
  }
  solve_transposed(t, x, r + (size_t)last * n, n, last, last + 1);
  for (int j = 0; j <= last; j++) x[last - j] = t[j];

  for (int j = 0; j < PANEL; j++) t[j] = 0;
  solve_plain(x, r, n, 0, last + 1, t);
  for (int first = last + 1; first < n; first += PANEL) {
    const mjtNum* row = r + (size_t)first * n;
    dot_panel(t, row, n, x, first);
    solve_plain(x, row, n, first, PANEL, t);
  }
}
