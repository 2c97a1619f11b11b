// Two doubles in one register, whatever the register width: for short vectors handled two entries,
// or two vectors, at a time.
#pragma once

#include <engine/scalar.h>

#include "base/platform/compiler.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef mjtNum pair VECTOR(mjtNum, 2);
typedef mjtNum pair_anywhere
    __attribute__((vector_size(2 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));

static inline pair pair_of(mjtNum x, mjtNum y) { return (pair){x, y}; }
static inline mjtNum pair_first(pair a) { return a[0]; }
static inline mjtNum pair_second(pair a) { return a[1]; }
static inline pair pair_load(const mjtNum* p) { return *(const pair_anywhere*)p; }
static inline void pair_store(mjtNum* p, pair a) { *(pair_anywhere*)p = a; }
static inline pair pair_add(pair a, pair b) { return a + b; }
static inline pair pair_sub(pair a, pair b) { return a - b; }
static inline pair pair_mul(pair a, pair b) { return a * b; }

static inline pair pair_all(mjtNum x) { return pair_of(x, x); }

// Elementwise minimum and maximum; where a pair cannot be compared (NaN), the element of b.
static inline pair pair_smaller(pair a, pair b) {
#if defined(__SSE2__)
  return _mm_min_pd(a, b);
#else
  return pair_of(a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]);
#endif
}
static inline pair pair_larger(pair a, pair b) {
#if defined(__SSE2__)
  return _mm_max_pd(a, b);
#else
  return pair_of(a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]);
#endif
}

// a + b c
static inline pair pair_add_mul(pair a, pair b, pair c) { return pair_add(a, pair_mul(b, c)); }

// a - b c
static inline pair pair_sub_mul(pair a, pair b, pair c) { return pair_sub(a, pair_mul(b, c)); }

// The sum of the elements of a, and that of b.
static inline pair pair_sums(pair a, pair b) {
  return pair_add(pair_of(pair_first(a), pair_first(b)), pair_of(pair_second(a), pair_second(b)));
}
