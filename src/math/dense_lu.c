#include "math/dense_lu.h"

#include "math/dense.h"

// A pending linear combination of rows: they are collected and subtracted four at a time.
typedef struct {
  mjtNum* to;
  int width, n;
  mjtNum scale[4];
  const mjtNum* row[4];
} combination;

static inline void combination_flush(combination* c) {
  if (c->n == 4) {
    vec_axpy_4(c->to, c->scale, c->row, c->width);
  } else {
    for (int k = 0; k < c->n; k++) vec_axpy(c->to, c->scale[k], c->row[k], c->width);
  }
  c->n = 0;
}

static inline void combination_subtract(combination* c, mjtNum s, const mjtNum* row) {
  if (s == 0) return;
  c->scale[c->n] = -s;
  c->row[c->n++] = row;
  if (c->n == 4) combination_flush(c);
}

void dense_lu_factor(mjtNum* a, int n) {
  for (int i = n - 1; i >= 0; i--) {
    mjtNum* row = a + (size_t)i * n;
    for (int k = n - 1; k > i; k--) {
      if (row[k] == 0) continue;
      const mjtNum* done = a + (size_t)k * n;
      row[k] /= done[k];
      vec_axpy(row, -row[k], done, k);
    }
    if (fabs(row[i]) < mjMINVAL) row[i] = mjMINVAL;
  }
}

void dense_lu_factor_symmetric(mjtNum* a, int n) {
  for (int k = n - 1; k >= 0; k--) {
    mjtNum* done = a + (size_t)k * n;
    if (fabs(done[k]) < mjMINVAL) done[k] = mjMINVAL;
    mjtNum scale = 1 / done[k];
    for (int i = 0; i < k; i++) {
      mjtNum* row = a + (size_t)i * n;
      row[k] = done[i] * scale;
      if (done[i] != 0) vec_axpy(row, -row[k], done, i + 1);
    }
  }
}

void dense_lu_solve(const mjtNum* lu, int n, mjtNum* x, int width, int stride) {
  for (int i = n - 2; i >= 0; i--) {
    combination c = {.to = x + (size_t)i * stride, .width = width};
    for (int k = i + 1; k < n; k++) {
      combination_subtract(&c, lu[(size_t)i * n + k], x + (size_t)k * stride);
    }
    combination_flush(&c);
  }
  for (int i = 0; i < n; i++) {
    combination c = {.to = x + (size_t)i * stride, .width = width};
    for (int k = 0; k < i; k++) {
      combination_subtract(&c, lu[(size_t)i * n + k], x + (size_t)k * stride);
    }
    combination_flush(&c);
    vec_scale(c.to, c.to, 1 / lu[(size_t)i * (n + 1)], width);
  }
}

void dense_lu_solve_one(const mjtNum* lu, int n, mjtNum* x) {
  for (int i = n - 2; i >= 0; i--) {
    x[i] -= vec_dot(lu + (size_t)i * n + i + 1, x + i + 1, n - i - 1);
  }
  for (int i = 0; i < n; i++) {
    x[i] = (x[i] - vec_dot(lu + (size_t)i * n, x, i)) / lu[(size_t)i * (n + 1)];
  }
}

void dense_lu_solve_transposed(const mjtNum* lu, int n, mjtNum* x) {
  for (int i = n - 1; i >= 0; i--) {
    x[i] /= lu[(size_t)i * (n + 1)];
    vec_axpy(x, -x[i], lu + (size_t)i * n, i);
  }
  for (int i = 0; i < n; i++) {
    const mjtNum* row = lu + (size_t)i * n;
    vec_axpy(x + i + 1, -x[i], row + i + 1, n - i - 1);
  }
}
