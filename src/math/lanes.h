// A few doubles side by side in one register: the only file that knows the width of the machine's
// registers.
//
// LANES is 4 with AVX, 2 with the 128-bit units that every x86-64 and AArch64 has, 1 (plain C)
// where the compiler has no vector types.  Defining LANES before this file is included forces a
// width; kernels give the same results at each.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <engine/scalar.h>

#include "base/platform/compiler.h"

#ifndef LANES
#if defined(__AVX__)
#define LANES 4
#elif defined(__SSE2__) || defined(__ARM_NEON)
#define LANES 2
#else
#define LANES 1
#endif
#endif

#if LANES == 4
#include <immintrin.h>
#endif

// One bit for every element of a register.
#define LANES_ALL ((1 << LANES) - 1)

// Kernels specialised by constant arguments must be inlined and their short loops unrolled.
#define LANES_INLINE INLINED
#define LANES_UNROLL _Pragma("GCC unroll 10")

#if LANES == 1

typedef mjtNum lanes;

LANES_INLINE lanes lanes_load(const mjtNum* p) { return *p; }
LANES_INLINE void lanes_store(mjtNum* p, lanes v) { *p = v; }
LANES_INLINE lanes lanes_all(mjtNum x) { return x; }
LANES_INLINE mjtNum lanes_sum(lanes v) { return v; }
LANES_INLINE lanes lanes_reverse(lanes v) { return v; }
LANES_INLINE lanes lanes_keep(lanes v, int chosen) { return chosen ? v : 0; }
LANES_INLINE void lanes_sum_4(mjtNum r[4], const lanes v[4]) {
  for (int k = 0; k < 4; k++) r[k] = v[k];
}
LANES_INLINE void lanes_transpose(lanes* v) { (void)v; }

#else

typedef mjtNum lanes __attribute__((vector_size(sizeof(mjtNum) * LANES)));
typedef mjtNum lanes_anywhere
    __attribute__((vector_size(sizeof(mjtNum) * LANES), aligned(sizeof(mjtNum)), may_alias));

LANES_INLINE lanes lanes_load(const mjtNum* p) { return *(const lanes_anywhere*)p; }
LANES_INLINE void lanes_store(mjtNum* p, lanes v) { *(lanes_anywhere*)p = v; }

// Shuffle: elements of two registers selected by index; those of b are numbered after those of a.
#if defined(__clang__)
#define LANES_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long lanes_index __attribute__((vector_size(sizeof(long long) * LANES)));
#define LANES_PICK(a, b, ...) __builtin_shuffle(a, b, (lanes_index){__VA_ARGS__})
#endif

#if LANES == 2

LANES_INLINE lanes lanes_all(mjtNum x) { return (lanes){x, x}; }

// The elements whose bit is set in `chosen`, 0 elsewhere.  Works on bits, so dropped elements may
// be infinite or NaN.
LANES_INLINE lanes lanes_keep(lanes v, int chosen) {
  typedef long long bits __attribute__((vector_size(sizeof(lanes))));
  static const bits keep[4] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
  return (lanes)((bits)v & keep[chosen]);
}

// The elements in reverse order.
LANES_INLINE lanes lanes_reverse(lanes v) { return LANES_PICK(v, v, 1, 0); }

// Sum of the elements; the sums of four registers at once.
LANES_INLINE mjtNum lanes_sum(lanes v) { return v[0] + v[1]; }
LANES_INLINE void lanes_sum_4(mjtNum r[4], const lanes v[4]) {
  lanes_store(r, LANES_PICK(v[0], v[1], 0, 2) + LANES_PICK(v[0], v[1], 1, 3));
  lanes_store(r + 2, LANES_PICK(v[2], v[3], 0, 2) + LANES_PICK(v[2], v[3], 1, 3));
}

// Transpose: element j of register i and element i of register j are exchanged.
LANES_INLINE void lanes_transpose(lanes* v) {
  lanes a = v[0], b = v[1];
  v[0] = LANES_PICK(a, b, 0, 2);
  v[1] = LANES_PICK(a, b, 1, 3);
}

#else

LANES_INLINE lanes lanes_all(mjtNum x) { return (lanes){x, x, x, x}; }
LANES_INLINE lanes lanes_reverse(lanes v) { return LANES_PICK(v, v, 3, 2, 1, 0); }

LANES_INLINE lanes lanes_keep(lanes v, int chosen) {
  typedef long long bits __attribute__((vector_size(sizeof(lanes))));
  static const bits bit = {1, 2, 4, 8};
  const bits all = {chosen, chosen, chosen, chosen};
  return (lanes)((bits)v & ((all & bit) == bit));
}

// The last n elements (1 to 3), 0 before them.  Works on bits, so dropped elements may be infinite
// or NaN.
LANES_INLINE lanes lanes_keep_last(lanes v, int n) {
  typedef long long bits __attribute__((vector_size(sizeof(lanes))));
  static const bits keep[3] = {{0, 0, 0, -1}, {0, 0, -1, -1}, {0, -1, -1, -1}};
  return (lanes)((bits)v & keep[n - 1]);
}

LANES_INLINE mjtNum lanes_sum(lanes v) {
  v += LANES_PICK(v, v, 2, 3, 0, 1);
  return v[0] + v[1];
}
LANES_INLINE void lanes_sum_4(mjtNum r[4], const lanes v[4]) {
  lanes a = LANES_PICK(v[0], v[1], 0, 4, 2, 6) + LANES_PICK(v[0], v[1], 1, 5, 3, 7);
  lanes b = LANES_PICK(v[2], v[3], 0, 4, 2, 6) + LANES_PICK(v[2], v[3], 1, 5, 3, 7);
  lanes_store(r, LANES_PICK(a, b, 0, 1, 4, 5) + LANES_PICK(a, b, 2, 3, 6, 7));
}

LANES_INLINE void lanes_transpose(lanes* v) {
  lanes a = LANES_PICK(v[0], v[1], 0, 4, 2, 6), b = LANES_PICK(v[0], v[1], 1, 5, 3, 7);
  lanes c = LANES_PICK(v[2], v[3], 0, 4, 2, 6), d = LANES_PICK(v[2], v[3], 1, 5, 3, 7);
  v[0] = LANES_PICK(a, c, 0, 1, 4, 5);
  v[1] = LANES_PICK(b, d, 0, 1, 4, 5);
  v[2] = LANES_PICK(a, c, 2, 3, 6, 7);
  v[3] = LANES_PICK(b, d, 2, 3, 6, 7);
}

#endif
#endif

// Comparisons: all bits of an element are set where it holds.  Selections use such results.
#if LANES == 1
typedef long long lanes_bits;
LANES_INLINE lanes_bits lanes_more(lanes a, lanes b) { return -(lanes_bits)(a > b); }
LANES_INLINE lanes_bits lanes_reaches(lanes a, lanes b) { return -(lanes_bits)(a >= b); }
#else
typedef long long lanes_bits __attribute__((vector_size(sizeof(long long) * LANES)));
LANES_INLINE lanes_bits lanes_more(lanes a, lanes b) { return a > b; }
LANES_INLINE lanes_bits lanes_reaches(lanes a, lanes b) { return a >= b; }
#endif

LANES_INLINE lanes_bits lanes_bits_of(lanes x) {
  lanes_bits bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
LANES_INLINE lanes lanes_of_bits(lanes_bits bits) {
  lanes x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Element of a where the bits are set, else of b.
LANES_INLINE lanes lanes_choose(lanes_bits bits, lanes a, lanes b) {
  return lanes_of_bits((bits & lanes_bits_of(a)) | (~bits & lanes_bits_of(b)));
}

// The result of a comparison as a bit mask; element 0 is the lowest bit.
LANES_INLINE unsigned lanes_mask(lanes_bits bits) {
#if LANES == 4
  return (unsigned)_mm256_movemask_pd(lanes_of_bits(bits));
#elif LANES == 2
  return (unsigned)((bits[0] & 1) | (bits[1] & 2));
#else
  return bits & 1;
#endif
}

// Absolute values.
LANES_INLINE lanes lanes_abs(lanes x) { return lanes_of_bits(lanes_bits_of(x) & INT64_MAX); }

// Square roots.
LANES_INLINE lanes lanes_sqrt(lanes x) {
#if LANES == 4
  return _mm256_sqrt_pd(x);
#elif LANES == 2
  return (lanes){sqrt(x[0]), sqrt(x[1])};
#else
  return sqrt(x);
#endif
}

// Read one element; write one element of an integer register.
LANES_INLINE mjtNum lanes_get(lanes v, int i) {
#if LANES == 1
  (void)i;
  return v;
#else
  return v[i];
#endif
}

LANES_INLINE void lanes_set_bits(lanes_bits* v, int i, long long x) {
#if LANES == 1
  (void)i;
  *v = x;
#else
  (*v)[i] = x;
#endif
}

// Element k of each of LANES arrays.
LANES_INLINE lanes lanes_gather(const mjtNum* const* from, int k) {
#if LANES == 4
  return (lanes){from[0][k], from[1][k], from[2][k], from[3][k]};
#elif LANES == 2
  return (lanes){from[0][k], from[1][k]};
#else
  return from[0][k];
#endif
}

// Returns x, but makes the compiler compute y first.  Divisions and square roots share one slow,
// unpipelined unit: those on the critical path should be issued first.
LANES_INLINE mjtNum lanes_not_before(mjtNum x, mjtNum y) {
#if defined(__GNUC__) && defined(__x86_64__)
  __asm__("" : "+x"(x) : "x"(y));
#else
  (void)y;
#endif
  return x;
}
