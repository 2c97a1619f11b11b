// Single-precision vectors as wide as the register of lanes.h, for values that are only compared.
#pragma once

#include <stdint.h>

#include "math/lanes.h"

#if LANES == 2 && defined(__SSE2__)
#include <emmintrin.h>
#endif

#if LANES == 1

enum { FLOATS = 1 };
typedef float floats;

LANES_INLINE floats floats_all(float x) { return x; }
LANES_INLINE floats floats_load(const float* p) { return *p; }
LANES_INLINE void floats_store(float* p, floats x) { *p = x; }
LANES_INLINE float floats_first(floats x) { return x; }
LANES_INLINE floats floats_larger(floats a, floats b) { return a > b ? a : b; }
LANES_INLINE floats floats_largest(floats a) { return a; }
LANES_INLINE floats floats_numbered(floats a, int first, int32_t last_bits) {
  int32_t bits;
  memcpy(&bits, &a, sizeof bits);
  bits = (bits & ~last_bits) | first;
  memcpy(&a, &bits, sizeof a);
  return a;
}
LANES_INLINE int floats_number(floats a, int32_t last_bits) {
  int32_t bits;
  memcpy(&bits, &a, sizeof bits);
  return bits & last_bits;
}
LANES_INLINE unsigned floats_reaching(floats a, floats b) { return a >= b; }
LANES_INLINE floats floats_abs(floats a) { return fabsf(a); }
LANES_INLINE floats floats_flip(floats a, floats by) { return signbit(by) ? -a : a; }
LANES_INLINE floats floats_where_negative(floats x, floats a, floats b) {
  return signbit(x) ? a : b;
}

#else

enum { FLOATS = 2 * LANES };
typedef float floats __attribute__((vector_size(sizeof(float) * FLOATS)));
typedef int32_t floats_bits __attribute__((vector_size(sizeof(int32_t) * FLOATS)));
typedef float floats_anywhere
    __attribute__((vector_size(sizeof(float) * FLOATS), aligned(sizeof(float)), may_alias));

#if LANES == 4
LANES_INLINE floats floats_all(float x) { return (floats){x, x, x, x, x, x, x, x}; }
#else
LANES_INLINE floats floats_all(float x) { return (floats){x, x, x, x}; }
#endif
LANES_INLINE floats floats_load(const float* p) { return *(const floats_anywhere*)p; }
LANES_INLINE void floats_store(float* p, floats x) { *(floats_anywhere*)p = x; }
LANES_INLINE float floats_first(floats x) { return x[0]; }

// Elementwise maximum; where a pair cannot be compared (NaN), the element of b.
LANES_INLINE floats floats_larger(floats a, floats b) {
#if LANES == 4
  return _mm256_max_ps(a, b);
#elif defined(__SSE2__)
  return _mm_max_ps(a, b);
#else
  for (int k = 0; k < FLOATS; k++) a[k] = a[k] > b[k] ? a[k] : b[k];
  return a;
#endif
}

// Permutation of the elements.
#if defined(__clang__)
#define FLOATS_PICK(a, ...) __builtin_shufflevector(a, a, __VA_ARGS__)
#else
#define FLOATS_PICK(a, ...) __builtin_shuffle(a, (floats_bits){__VA_ARGS__})
#endif

// The maximum of all elements, in every element.
LANES_INLINE floats floats_largest(floats a) {
#if LANES == 4
  a = floats_larger(a, FLOATS_PICK(a, 4, 5, 6, 7, 0, 1, 2, 3));
  a = floats_larger(a, FLOATS_PICK(a, 2, 3, 0, 1, 6, 7, 4, 5));
  a = floats_larger(a, FLOATS_PICK(a, 1, 0, 3, 2, 5, 4, 7, 6));
#else
  a = floats_larger(a, FLOATS_PICK(a, 2, 3, 0, 1));
  a = floats_larger(a, FLOATS_PICK(a, 1, 0, 3, 2));
#endif
  return a;
}

// floats_numbered: the lowest bits of element i (mask last_bits) replaced by first + i.
// floats_number: those bits of element 0.  Used to find the index of a maximum together with its
// value, where a relative error of last_bits does not matter.
LANES_INLINE floats floats_numbered(floats a, int first, int32_t last_bits) {
#if LANES == 4
  const floats_bits number = {0, 1, 2, 3, 4, 5, 6, 7};
#else
  const floats_bits number = {0, 1, 2, 3};
#endif
  return (floats)(((floats_bits)a & ~last_bits) | (number + first));
}
LANES_INLINE int floats_number(floats a, int32_t last_bits) {
  return ((floats_bits)a)[0] & last_bits;
}

// Bit k is set where a[k] >= b[k].
LANES_INLINE unsigned floats_reaching(floats a, floats b) {
#if LANES == 4
  return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ));
#elif defined(__SSE2__)
  return (unsigned)_mm_movemask_ps(_mm_cmpge_ps(a, b));
#else
  unsigned bits = 0;
  for (int k = 0; k < FLOATS; k++) bits |= (unsigned)(a[k] >= b[k]) << k;
  return bits;
#endif
}

// floats_abs: |a|.  floats_flip: a with its sign flipped where `by` is negative.
// floats_where_negative: a where x is negative, else b.
LANES_INLINE floats floats_abs(floats a) { return (floats)((floats_bits)a & INT32_MAX); }
LANES_INLINE floats floats_flip(floats a, floats by) {
  return (floats)((floats_bits)a ^ ((floats_bits)by & INT32_MIN));
}
LANES_INLINE floats floats_where_negative(floats x, floats a, floats b) {
#if LANES == 4
  return _mm256_blendv_ps(b, a, x);
#else
  floats_bits chosen = (floats_bits)x >> 31;
  return (floats)((chosen & (floats_bits)a) | (~chosen & (floats_bits)b));
#endif
}

#endif
