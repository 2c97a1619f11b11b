// Three numbers in one register, for long loops: the same bits as scalar code in less time.  The
// fourth element is meaningless.  Functions take pointers, because the calling convention for such
// values depends on the processor.
#pragma once

#include <math.h>
#include <stdint.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#include <engine/scalar.h>

#include "base/platform/compiler.h"

typedef mjtNum triple VECTOR(mjtNum, 4);

// Result of a comparison: all bits set, or none.
typedef int64_t triple_mask VECTOR(mjtNum, 4);

#define TRIPLE(v) ((triple){(v)[0], (v)[1], (v)[2]})

// Cyclic shift of coordinates: (y, z, x), and (z, x, y).
#define TRIPLE_NEXT(t)  ((triple){(t)[1], (t)[2], (t)[0]})
#define TRIPLE_AFTER(t) ((triple){(t)[2], (t)[0], (t)[1]})

static inline void triple_store(mjtNum v[3], const triple* t) {
  v[0] = (*t)[0];
  v[1] = (*t)[1];
  v[2] = (*t)[2];
}

static inline mjtNum triple_square(const triple* t) {
  triple square = *t * *t;
  return square[0] + square[1] + square[2];
}

static inline mjtNum triple_norm(const triple* t) { return sqrt(triple_square(t)); }

static inline void triple_cross(triple* r, const triple* a, const triple* b) {
  *r = TRIPLE_NEXT(*a) * TRIPLE_AFTER(*b) - TRIPLE_AFTER(*a) * TRIPLE_NEXT(*b);
}

// Elementwise minimum (second: maximum) with a; where a pair cannot be compared (NaN), r is kept.
static inline void triple_lower(triple* r, const triple* a) {
#ifdef __AVX__
  *r = (triple)_mm256_min_pd((__m256d)*a, (__m256d)*r);
#else
  triple_mask less = *a < *r;
  *r = (triple)((less & (triple_mask)*a) | (~less & (triple_mask)*r));
#endif
}

static inline void triple_higher(triple* r, const triple* a) {
#ifdef __AVX__
  *r = (triple)_mm256_max_pd((__m256d)*a, (__m256d)*r);
#else
  triple_mask more = *a > *r;
  *r = (triple)((more & (triple_mask)*a) | (~more & (triple_mask)*r));
#endif
}
