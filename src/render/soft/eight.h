// Vectors of eight floats or integers, for a row of a tile.  With shorter registers the compiler
// uses several; the results are the same.
#pragma once

#include <stdint.h>
#include <string.h>

#include "base/platform/compiler.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi"  // all that returns such a register is inlined

enum { EIGHT = 8 };
typedef float eight VECTOR(float, 8);
typedef int32_t eight_bits VECTOR(int32_t, 8);
typedef int64_t four_long VECTOR(int64_t, 4);

INLINED eight eight_all(float x) { return (eight){x, x, x, x, x, x, x, x}; }
INLINED eight_bits eight_bits_all(int32_t x) { return (eight_bits){x, x, x, x, x, x, x, x}; }
INLINED eight eight_load(const float* p) {
  eight x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINED void eight_store(float* p, eight x) { memcpy(p, &x, sizeof x); }
INLINED eight_bits eight_bits_load(const int* p) {
  eight_bits x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINED void eight_bits_store(int* p, eight_bits x) { memcpy(p, &x, sizeof x); }

// Elements of a where the mask is set, else of b.
INLINED eight_bits eight_bits_choose(eight_bits mask, eight_bits a, eight_bits b) {
  return (mask & a) | (~mask & b);
}
INLINED eight eight_choose(eight_bits mask, eight a, eight b) {
  return (eight)eight_bits_choose(mask, (eight_bits)a, (eight_bits)b);
}

// Whether any bit is set.
INLINED bool eight_any(eight_bits mask) {
#if defined(__AVX__)
  return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#else
  four_long m = (four_long)mask;
  return (m[0] | m[1] | m[2] | m[3]) != 0;
#endif
}
