// A few numbers side by side in one register: the only place that knows the width of the machine.
//
// LANES is 4 with AVX, 2 with the 128-bit units every x86-64 and AArch64 has, 1 (plain C) where the
// compiler has no vector extension.  Defining LANES before including this forces a width; kernels
// written in lanes give the same code at each.
#pragma once

#include <engine/scalar.h>

#ifndef LANES
#if defined(__AVX__)
#define LANES 4
#elif defined(__SSE2__) || defined(__ARM_NEON)
#define LANES 2
#else
#define LANES 1
#endif
#endif

// Kernels specialised by constant arguments must be inlined and their short loops unrolled.
#if defined(__GNUC__)
#define LANES_INLINE static inline __attribute__((always_inline))
#define LANES_UNROLL _Pragma("GCC unroll 8")
#else
#define LANES_INLINE static inline
#define LANES_UNROLL
#endif

#if LANES == 1

typedef mjtNum lanes;

LANES_INLINE lanes lanes_load(const mjtNum* p) { return *p; }
LANES_INLINE void lanes_store(mjtNum* p, lanes v) { *p = v; }
LANES_INLINE lanes lanes_all(mjtNum x) { return x; }
LANES_INLINE mjtNum lanes_sum(lanes v) { return v; }

#else

typedef mjtNum lanes __attribute__((vector_size(sizeof(mjtNum) * LANES)));
typedef mjtNum lanes_anywhere
    __attribute__((vector_size(sizeof(mjtNum) * LANES), aligned(sizeof(mjtNum)), may_alias));

LANES_INLINE lanes lanes_load(const mjtNum* p) { return *(const lanes_anywhere*)p; }
LANES_INLINE void lanes_store(mjtNum* p, lanes v) { *(lanes_anywhere*)p = v; }

#if LANES == 2
LANES_INLINE lanes lanes_all(mjtNum x) { return (lanes){x, x}; }
LANES_INLINE mjtNum lanes_sum(lanes v) { return v[0] + v[1]; }
#else
LANES_INLINE lanes lanes_all(mjtNum x) { return (lanes){x, x, x, x}; }
LANES_INLINE mjtNum lanes_sum(lanes v) { return (v[0] + v[2]) + (v[1] + v[3]); }
#endif

#endif
