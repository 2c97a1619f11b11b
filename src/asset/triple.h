// Three numbers side by side in one register, for loops over many: what scalars would give, to the
// bit, in less time.  There is a fourth, which means nothing.  Functions take pointers: how such
// values are passed depends on the processor.
#pragma once

#include <math.h>
#include <stdint.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#include <engine/scalar.h>

#include "base/platform/compiler.h"

typedef mjtNum triple VECTOR(mjtNum, 4);

// Of a comparison: all bits or none.
typedef int64_t triple_mask VECTOR(mjtNum, 4);

#define TRIPLE(v) ((triple){(v)[0], (v)[1], (v)[2]})

// The next coordinate of each: y, z, x; and the one after it.
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

// The lower or higher of each; what cannot be compared stays.
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
