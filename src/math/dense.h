// Dense vectors of any length, inlined, and dense row-major matrices.
//
// Vector kernels may work in place (an output equal to an input) but on no ranges that overlap
// otherwise; matrix kernels need outputs apart from all inputs.  Sizes may be 0.  The same build
// gives the same bits for the same input, whatever the alignment.
#pragma once

#include "math/lanes.h"

#include <math.h>
#include <string.h>

// r[i] = TERM for i < n, LANES at a time where possible.  TERM(at, all) is an expression in which
// at(x) stands for x[i] and all(s) for the number s in every lane.
#define VEC_MAP(r, n, TERM)                               \
  do {                                                    \
    int i = 0;                                            \
    if ((n) >= LANES) {                                   \
      for (; i + 2 * LANES <= (n); i += 2 * LANES) {      \
        lanes first = TERM(VEC_LANES, lanes_all);         \
        lanes second = TERM(VEC_NEXT, lanes_all);         \
        lanes_store((r) + i, first);                      \
        lanes_store((r) + i + LANES, second);             \
      }                                                   \
      if (i + LANES <= (n)) {                             \
        lanes_store((r) + i, TERM(VEC_LANES, lanes_all)); \
        i += LANES;                                       \
      }                                                   \
    }                                                     \
    if (LANES > 2 && i + 2 <= (n)) {                      \
      mjtNum next = TERM(VEC_AFTER, );                    \
      (r)[i] = TERM(VEC_AT, );                            \
      (r)[i + 1] = next;                                  \
      i += 2;                                             \
    }                                                     \
    if (LANES > 1 && i < (n)) (r)[i] = TERM(VEC_AT, );    \
  } while (0)
#define VEC_LANES(x) lanes_load((x) + i)
#define VEC_NEXT(x)  lanes_load((x) + i + LANES)
#define VEC_AT(x)    (x)[i]
#define VEC_AFTER(x) (x)[i + 1]

// r = 0
static inline void vec_zero(mjtNum* r, int n) {
#define TERM(at, all) all(0)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// a = b = c = 0, of n numbers each.  Without a loop of single numbers, which becomes calls of
// memset.
static inline void vec_zero3(mjtNum* a, mjtNum* b, mjtNum* c, int n) {
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    lanes_store(a + i, lanes_all(0));
    lanes_store(b + i, lanes_all(0));
    lanes_store(c + i, lanes_all(0));
  }
  for (int k = 0; k < LANES - 1 && i < n; k++, i++) a[i] = b[i] = c[i] = 0;
}

// r = a
static inline void vec_copy(mjtNum* r, const mjtNum* a, int n) {
#define TERM(at, all) at(a)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = a in reverse order; r may not be a.
static inline void vec_reverse(mjtNum* restrict r, const mjtNum* restrict a, int n) {
  if (n >= LANES) {
    mjtNum* end = r + n;
    for (int i = LANES; i < n; i += LANES)
      lanes_store(end - i, lanes_reverse(lanes_load(a + i - LANES)));
    lanes_store(r, lanes_reverse(lanes_load(a + n - LANES)));
    return;
  }
  for (int i = 0; i < n; i++) r[n - 1 - i] = a[i];
}

// r = s
static inline void vec_fill(mjtNum* r, mjtNum s, int n) {
#define TERM(at, all) all(s)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r += s a
static inline void vec_axpy(mjtNum* r, mjtNum s, const mjtNum* a, int n) {
#define TERM(at, all) at(r) + all(s) * at(a)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = a + s b
static inline void vec_add_scaled(mjtNum* r, const mjtNum* a, mjtNum s, const mjtNum* b, int n) {
#define TERM(at, all) at(a) + all(s) * at(b)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = s a
static inline void vec_scale(mjtNum* r, const mjtNum* a, mjtNum s, int n) {
#define TERM(at, all) all(s) * at(a)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = a + b
static inline void vec_add(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
#define TERM(at, all) at(a) + at(b)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = a - b
static inline void vec_sub(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
#define TERM(at, all) at(a) - at(b)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// r = a * b, element by element
static inline void vec_mul(mjtNum* r, const mjtNum* a, const mjtNum* b, int n) {
#define TERM(at, all) at(a) * at(b)
  VEC_MAP(r, n, TERM);
#undef TERM
}

// a' b.  Without AVX there are four partial sums, of elements i mod 4; the remainder is added last.
static inline mjtNum vec_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
#if LANES == 2
  lanes s0 = lanes_all(0), s1 = s0;
  for (; n >= 4; n -= 4, a += 4, b += 4) {
    s0 += lanes_load(a) * lanes_load(b);
    s1 += lanes_load(a + 2) * lanes_load(b + 2);
  }
  sum = lanes_sum(s0 + s1);
  if (n == 3) return sum + (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
#else
  if (n >= LANES) {
    lanes s0 = lanes_all(0), s1 = s0;
    if (n >= 8 * LANES) {
      lanes s2 = s0, s3 = s0;
      for (; n >= 4 * LANES; n -= 4 * LANES, a += 4 * LANES, b += 4 * LANES) {
        s0 += lanes_load(a) * lanes_load(b);
        s1 += lanes_load(a + LANES) * lanes_load(b + LANES);
        s2 += lanes_load(a + 2 * LANES) * lanes_load(b + 2 * LANES);
        s3 += lanes_load(a + 3 * LANES) * lanes_load(b + 3 * LANES);
      }
      s0 += s2;
      s1 += s3;
    }
    for (; n >= 2 * LANES; n -= 2 * LANES, a += 2 * LANES, b += 2 * LANES) {
      s0 += lanes_load(a) * lanes_load(b);
      s1 += lanes_load(a + LANES) * lanes_load(b + LANES);
    }
    if (n >= LANES) {
      s0 += lanes_load(a) * lanes_load(b);
      n -= LANES, a += LANES, b += LANES;
    }
#if LANES == 4
    // the remainder: a register that also holds numbers already added, which are masked out
    if (n > 0) {
      s1 += lanes_keep_last(lanes_load(a + n - LANES) * lanes_load(b + n - LANES), n);
      n = 0;
    }
#endif
    sum = lanes_sum(s0 + s1);
  }
#endif
  if (LANES > 1 && n >= 2) {
    sum += a[0] * b[0] + a[1] * b[1];
    n -= 2, a += 2, b += 2;
  }
  if (n >= 1) sum += a[0] * b[0];
  return sum;
}

// Whether all numbers are 0, by their bits, several at a time; the sign bit is ignored.
static inline int vec_is_zero(const mjtNum* a, int n) {
  uint64_t any = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, a + i, sizeof bits);
    any |= bits;
  }
  return any << 1 == 0;
}

// Sum of the elements.
static inline mjtNum vec_sum(const mjtNum* a, int n) {
  int i = 0;
  lanes s0 = lanes_all(0), s1 = lanes_all(0);
  for (; i + 2 * LANES <= n; i += 2 * LANES) {
    s0 += lanes_load(a + i);
    s1 += lanes_load(a + i + LANES);
  }
  mjtNum sum = lanes_sum(s0 + s1);
  for (int k = 1; k < 2 * LANES && i < n; k++, i++) sum += a[i];
  return sum;
}

// Euclidean length.
static inline mjtNum vec_norm(const mjtNum* a, int n) { return sqrt(vec_dot(a, a, n)); }

// r[0..4) = dot products with x of four rows of n numbers, stride apart; x is loaded once for all
// four.
static inline void mat_mul_vec_4(mjtNum r[4], const mjtNum* a, const mjtNum* x, int n, int stride) {
  const mjtNum *a1 = a + stride, *a2 = a1 + stride, *a3 = a2 + stride;
#if LANES == 4
  if (n >= LANES) {
    lanes s[4] = {lanes_all(0), lanes_all(0), lanes_all(0), lanes_all(0)};
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
      lanes v = lanes_load(x + j);
      s[0] += lanes_load(a + j) * v;
      s[1] += lanes_load(a1 + j) * v;
      s[2] += lanes_load(a2 + j) * v;
      s[3] += lanes_load(a3 + j) * v;
    }
    if (j < n) {
      // the remainder: registers that also hold numbers already added, which are masked out
      int at = n - LANES, left = n - j;
      lanes v = lanes_load(x + at);
      s[0] += lanes_keep_last(lanes_load(a + at) * v, left);
      s[1] += lanes_keep_last(lanes_load(a1 + at) * v, left);
      s[2] += lanes_keep_last(lanes_load(a2 + at) * v, left);
      s[3] += lanes_keep_last(lanes_load(a3 + at) * v, left);
    }
    lanes_sum_4(r, s);
    return;
  }
#endif
  r[0] = vec_dot(a, x, n);
  r[1] = vec_dot(a1, x, n);
  r[2] = vec_dot(a2, x, n);
  r[3] = vec_dot(a3, x, n);
}

// r[j] + s[0] a[0][j] + ... + s[3] a[3][j], summed in this order, for LANES columns.
LANES_INLINE lanes lanes_axpy_4(const mjtNum* r, const lanes s[4], const mjtNum* const a[4],
                                int j) {
  lanes sum = lanes_load(r + j);
  LANES_UNROLL
  for (int k = 0; k < 4; k++) sum += s[k] * lanes_load(a[k] + j);
  return sum;
}

// r += s[0] a[0] + s[1] a[1] + s[2] a[2] + s[3] a[3]; r is loaded and stored once.
static inline void vec_axpy_4(mjtNum* restrict r, const mjtNum s[4], const mjtNum* const a[4],
                              int n) {
  if (n >= LANES) {
    const lanes v[4] = {lanes_all(s[0]), lanes_all(s[1]), lanes_all(s[2]), lanes_all(s[3])};
    // the last register overlaps the one before it and recomputes the same values there
    lanes last = lanes_axpy_4(r, v, a, n - LANES);
    for (int j = 0; j + LANES <= n; j += LANES) lanes_store(r + j, lanes_axpy_4(r, v, a, j));
    lanes_store(r + n - LANES, last);
    return;
  }
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < 4; k++) r[j] += s[k] * a[k][j];
  }
}

// r = A x; A is nr x nc.
void mat_mul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                 int nc);

// r = A' x; A is nr x nc, x has nr numbers, r nc.  Rows whose x is exactly 0 are not read.
void mat_tmul_vec(mjtNum* restrict r, const mjtNum* restrict a, const mjtNum* restrict x, int nr,
                  int nc);

// R = A B; A is r1 x c1, B is c1 x c2.
void mat_mul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2);

// R = A B'; A is r1 x c1, B is r2 x c1.  A and B may be the same.
void mat_mul_t(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int r2);

// R = A' B; A is r1 x c1, B is r1 x c2.  A and B may be the same.
void mat_tmul(mjtNum* restrict r, const mjtNum* a, const mjtNum* b, int r1, int c1, int c2);

// H += A' diag(d) A on and below the diagonal of H (nc x nc).  Above the diagonal H is neither read
// nor written, except that entries in the 4x4 blocks on the diagonal become undefined.  d == NULL
// means all ones; rows of A (nr x nc) whose d is exactly 0 are not read.
void mat_sqr_add(mjtNum* restrict h, const mjtNum* restrict a, const mjtNum* d, int nr, int nc);

// Copy the part below the diagonal of A (n x n) to above it.
void mat_mirror_lower(mjtNum* a, int n);

// R = A'; A is nr x nc.
void mat_transpose(mjtNum* restrict r, const mjtNum* restrict a, int nr, int nc);
