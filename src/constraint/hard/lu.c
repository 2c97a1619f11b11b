#include "constraint/hard/lu.h"

#include "math/dense.h"

// The update with eliminated rows is done four at a time, so that a row is loaded and stored once
// for four.
enum { PANEL = 4 };

static void swap_rows(mjtNum* a, mjtNum* b, int n) {
  for (int i = 0; i < n; i++) {
    mjtNum t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

// Factor columns j ... j + width - 1 of the rows from j on; row exchanges apply to whole rows.
static int factor_panel(mjtNum* A, int* pivot, int n, int j, int width) {
  for (int c = j; c < j + width; c++) {
    int best = c;
    for (int i = c + 1; i < n; i++) {
      if (fabs(A[(size_t)i * n + c]) > fabs(A[(size_t)best * n + c])) best = i;
    }
    pivot[c] = best;
    if (best != c) swap_rows(A + (size_t)c * n, A + (size_t)best * n, n);
    mjtNum p = A[(size_t)c * (n + 1)];
    if (!(fabs(p) > 0) || !isfinite(p)) return 0;
    for (int i = c + 1; i < n; i++) {
      mjtNum f = A[(size_t)i * n + c] /= p;
      for (int k = c + 1; k < j + width && f != 0; k++) {
        A[(size_t)i * n + k] -= f * A[(size_t)c * n + k];
      }
    }
  }
  return 1;
}

// Apply the panel to the columns right of it.
static void follow_panel(mjtNum* A, int n, int j, int width) {
  int first = j + width, rest = n - first;
  for (int c = j + 1; c < first; c++) {
    for (int k = j; k < c; k++) {
      vec_axpy(A + (size_t)c * n + first, -A[(size_t)c * n + k], A + (size_t)k * n + first, rest);
    }
  }
  for (int i = first; i < n; i++) {
    mjtNum* row = A + (size_t)i * n;
    if (width == PANEL) {
      const mjtNum s[4] = {-row[j], -row[j + 1], -row[j + 2], -row[j + 3]};
      const mjtNum* const from[4] = {A + (size_t)j * n + first, A + (size_t)(j + 1) * n + first,
                                     A + (size_t)(j + 2) * n + first,
                                     A + (size_t)(j + 3) * n + first};
      vec_axpy_4(row + first, s, from, rest);
    } else {
      for (int k = j; k < first; k++) {
        vec_axpy(row + first, -row[k], A + (size_t)k * n + first, rest);
      }
    }
  }
}

int lu_pivoted_factor(mjtNum* A, int* pivot, int n) {
  for (int j = 0; j < n; j += PANEL) {
    int width = mjMIN(PANEL, n - j);
    if (!factor_panel(A, pivot, n, j, width)) return 0;
    follow_panel(A, n, j, width);
  }
  return 1;
}

void lu_pivoted_substitute(const mjtNum* A, const int* pivot, mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    mjtNum t = x[pivot[i]];
    x[pivot[i]] = x[i];
    x[i] = t;
  }
  for (int i = 1; i < n; i++) x[i] -= vec_dot(A + (size_t)i * n, x, i);
  for (int i = n - 1; i >= 0; i--) {
    x[i] -= vec_dot(A + (size_t)i * n + i + 1, x + i + 1, n - i - 1);
    x[i] /= A[(size_t)i * (n + 1)];
  }
}
