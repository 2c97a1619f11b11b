// Dense vectors of any length, inlined, and dense row-major matrices.
//
// Vector kernels may run in place (an output equal to an input) but not on ranges that overlap
// otherwise; matrix kernels need an output apart from all inputs.  Sizes of 0 are fine.  For the
// same build and the same input the result is the same to the bit, whatever the addresses.
#pragma once

#include "math/lanes.h"

#include <math.h>
#include <string.h>

// r = 0
static inline void vec_zero(mjtNum* r, int n) {
  if (n > 0) memset(r, 0, sizeof(mjtNum) * (size_t)n);
}

// r = a
static inline void vec_copy(mjtNum* r, const mjtNum* a, int n) {
  if (n > 0) memmove(r, a, sizeof(mjtNum) * (size_t)n);
}

// r = s
static inline void vec_fill(mjtNum* r, mjtNum s, int n) {
  int i = 0;
  for (lanes v = lanes_all(s); i + LANES <= n; i += LANES) lanes_store(r + i, v);
  for (; i < n; i++) r[i] = s;
}

// a' b
static inline mjtNum vec_dot(const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  mjtNum s = 0;
  if (n >= LANES) {
    lanes s0 = lanes_load(a) * lanes_load(b);
    i = LANES;
    if (n >= 4 * LANES) {
      lanes s1 = lanes_load(a + LANES) * lanes_load(b + LANES);
      lanes s2 = lanes_load(a + 2 * LANES) * lanes_load(b + 2 * LANES);
      lanes s3 = lanes_load(a + 3 * LANES) * lanes_load(b + 3 * LANES);
      for (i = 4 * LANES; i + 4 * LANES <= n; i += 4 * LANES) {
        s0 += lanes_load(a + i) * lanes_load(b + i);
        s1 += lanes_load(a + i + LANES) * lanes_load(b + i + LANES);
        s2 += lanes_load(a + i + 2 * LANES) * lanes_load(b + i + 2 * LANES);
        s3 += lanes_load(a + i + 3 * LANES) * lanes_load(b + i + 3 * LANES);
      }
      s0 = (s0 + s1) + (s2 + s3);
    }
    for (; i + LANES <= n; i += LANES) s0 += lanes_load(a + i) * lanes_load(b + i);
    s = lanes_sum(s0);
  }
  for (; i < n; i++) s += a[i] * b[i];
  return s;
}

// r += s a
static inline void vec_axpy(mjtNum* r, mjtNum s, const mjtNum* a, int n) {
  int i = 0;
  lanes v = lanes_all(s);
  for (; i + 2 * LANES <= n; i += 2 * LANES) {
    lanes x = lanes_load(r + i) + v * lanes_load(a + i);
    lanes y = lanes_load(r + i + LANES) + v * lanes_load(a + i + LANES);
    lanes_store(r + i, x);
    lanes_store(r + i + LANES, y);
  }
  for (; i + LANES <= n; i += LANES) {
    lanes_store(r + i, lanes_load(r + i) + v * lanes_load(a + i));
  }
  for (; i < n; i++) r[i] += s * a[i];
}

// r = a + s b
static inline void vec_add_scaled(mjtNum* r, const mjtNum* a, mjtNum s, const mjtNum* b, int n) {
  int i = 0;
  lanes v = lanes_all(s);
  for (; i + LANES <= n; i += LANES) {
    lanes_store(r + i, lanes_load(a + i) + v * lanes_load(b + i));
  }
  for (; i < n; i++) r[i] = a[i] + s * b[i];
}

// r = s a
static inline void vec_scale(mjtNum* r, const mjtNum* a, mjtNum s, int n) {
  int i = 0;
  for (lanes v = lanes_all(s); i + LANES <= n; i += LANES)
    lanes_store(r + i, v * lanes_load(a + i));
  for (; i < n; i++) r[i] = s * a[i];
}

// r = a + b
static inline void vec_add(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i + LANES <= n; i += LANES) lanes_store(r + i, lanes_load(a + i) + lanes_load(b + i));
  for (; i < n; i++) r[i] = a[i] + b[i];
}

// r = a - b
static inline void vec_sub(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i + LANES <= n; i += LANES) lanes_store(r + i, lanes_load(a + i) - lanes_load(b + i));
  for (; i < n; i++) r[i] = a[i] - b[i];
}

// r = a * b, element by element
static inline void vec_mul(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i + LANES <= n; i += LANES) lanes_store(r + i, lanes_load(a + i) * lanes_load(b + i));
  for (; i < n; i++) r[i] = a[i] * b[i];
}

// Sum of the elements.
static inline mjtNum vec_sum(const mjtNum* a, int n) {
  int i = 0;
  lanes v = lanes_all(0);
  for (; i + LANES <= n; i += LANES) v += lanes_load(a + i);
  mjtNum s = lanes_sum(v);
  for (; i < n; i++) s += a[i];
  return s;
}

// Euclidean length.
static inline mjtNum vec_norm(const mjtNum* a, int n) { return sqrt(vec_dot(a, a, n)); }

// r[0..4) = the products of four rows of n numbers, stride apart, with x; x is loaded once for
// four.
static inline void mat_mul_vec_4(mjtNum r[4], const mjtNum* a, const mjtNum* x, int n, int stride) {
  const mjtNum *a1 = a + stride, *a2 = a1 + stride, *a3 = a2 + stride;
  int j = 0;
  mjtNum t0 = 0, t1 = 0, t2 = 0, t3 = 0;
  if (n >= LANES) {
    lanes s0 = lanes_all(0), s1 = s0, s2 = s0, s3 = s0;
    for (; j + LANES <= n; j += LANES) {
      lanes v = lanes_load(x + j);
      s0 += lanes_load(a + j) * v;
      s1 += lanes_load(a1 + j) * v;
      s2 += lanes_load(a2 + j) * v;
      s3 += lanes_load(a3 + j) * v;
    }
    t0 = lanes_sum(s0);
    t1 = lanes_sum(s1);
    t2 = lanes_sum(s2);
    t3 = lanes_sum(s3);
  }
  for (; j < n; j++) {
    t0 += a[j] * x[j];
    t1 += a1[j] * x[j];
    t2 += a2[j] * x[j];
    t3 += a3[j] * x[j];
  }
  r[0] = t0;
  r[1] = t1;
  r[2] = t2;
  r[3] = t3;
}

// r += s[0] a[0] + s[1] a[1] + s[2] a[2] + s[3] a[3]; r is loaded and stored once for four.
static inline void vec_axpy_4(mjtNum* restrict r, const mjtNum s[4], const mjtNum* const a[4],
                              int n) {
  const mjtNum *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3];
  lanes v0 = lanes_all(s[0]), v1 = lanes_all(s[1]), v2 = lanes_all(s[2]), v3 = lanes_all(s[3]);
  int j = 0;
  for (; j + LANES <= n; j += LANES) {
    lanes u = lanes_load(r + j) + v0 * lanes_load(a0 + j);
    lanes w = v1 * lanes_load(a1 + j) + v2 * lanes_load(a2 + j);
    lanes_store(r + j, u + (w + v3 * lanes_load(a3 + j)));
  }
  for (; j < n; j++) {
    mjtNum u = r[j] + s[0] * a0[j];
    mjtNum w = s[1] * a1[j] + s[2] * a2[j];
    r[j] = u + (w + s[3] * a3[j]);
  }
}

// r = A x; A is nr x nc.
void mat_mul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                 int nc);

// r = A' x; A is nr x nc, x has nr numbers, r nc.  Rows whose x is exactly 0 are not read.
void mat_tmul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                  int nc);

// r += A' x
void mat_tmul_vec_add(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x,
                      int nr, int nc);

// R = A B; A is r1 x c1, B is c1 x c2.
void mat_mul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2);

// R = A B'; A is r1 x c1, B is r2 x c1.  A and B may be the same.
void mat_mul_t(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int r2);

// R = A' B; A is r1 x c1, B is r1 x c2.  A and B may be the same.
void mat_tmul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2);

// H += A' diag(d) A on and below the diagonal of H (nc x nc); above, H is neither read nor written
// but for the entries of the diagonal's 4x4 blocks, which are left undefined.
// d NULL means ones; rows of A (nr x nc) whose d is exactly 0 are not read.
void mat_sqr_add(mjtNum* restrict h, const mjtNum* restrict a, const mjtNum* d, int nr, int nc);

// Copy what is below the diagonal of A (n x n) to above it.
void mat_mirror_lower(mjtNum* a, int n);

// R = A'; A is nr x nc.
void mat_transpose(mjtNum* restrict r, const mjtNum* restrict a, int nr, int nc);
