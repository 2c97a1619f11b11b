// Compiler extensions under names of our own.
//
// The library needs GCC or clang (also MinGW's).  Support for another compiler is added here and
// nowhere else.  Vector types are used in math/ (lanes.h, float_lanes.h, pair.h) and by the few
// loops that include those headers.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__GNUC__)
#error "this compiler is not known: give base/platform/compiler.h its names for what follows"
#endif

// --- functions ----------------------------------------------------------------------------------

#define INLINED     static inline __attribute__((always_inline))  // specialised by constant arguments
#define NOT_INLINED __attribute__((noinline))        // its registers do not burden the caller
#define COLD_PATH   __attribute__((cold, noinline))  // errors and other rare paths
#define INLINE_ALL  __attribute__((flatten))         // everything it calls is inlined into it
#define ONE_BY_ONE  __asm__ volatile("")         // in a loop: keeps its turns from being vectorised
#define AT_UNLOAD   __attribute__((destructor))  // called when the library, or the process, ends

// --- variables ----------------------------------------------------------------------------------

#define PER_THREAD _Thread_local

// A vector type: `typedef mjtNum four VECTOR(mjtNum, 4);`, and the reinterpretation of its bits as
// another type.
#define VECTOR(type, n)              __attribute__((vector_size((n) * sizeof(type))))
#define VECTOR_CONVERT(vector, type) __builtin_convertvector(vector, type)

// Shuffle: elements of two vectors selected by index; those of b are numbered after those of a.
// index_type is an integer vector of the same width.
#if defined(__clang__)
#define VECTOR_SHUFFLE(a, b, index_type, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define VECTOR_SHUFFLE(a, b, index_type, ...) __builtin_shuffle(a, b, (index_type){__VA_ARGS__})
#endif

// --- bits: x must not be 0 ----------------------------------------------------------------------

static inline int bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int bits_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
static inline int bits_count(uint64_t x) { return __builtin_popcountll(x); }

// --- size arithmetic: false on overflow ---------------------------------------------------------

static inline bool size_mul(size_t* r, size_t a, size_t b) {
  return !__builtin_mul_overflow(a, b, r);
}
static inline bool size_add(size_t* r, size_t a, size_t b) {
  return !__builtin_add_overflow(a, b, r);
}

// --- memory -------------------------------------------------------------------------------------

// Prefetch memory that will soon be read, or written.
#define WILL_READ(address)  __builtin_prefetch(address)
#define WILL_WRITE(address) __builtin_prefetch(address, 1)

// Acquire and release access to an int in a struct of the API, which cannot be declared atomic.
static inline int handover_get(const volatile int* x) {
  return __atomic_load_n(x, __ATOMIC_ACQUIRE);
}
static inline void handover_set(volatile int* x, int value) {
  __atomic_store_n(x, value, __ATOMIC_RELEASE);
}

// Whether a tool that detects use of freed memory (the address sanitizer) is active.
#if defined(__SANITIZE_ADDRESS__)
#define WATCHES_MEMORY 1
#elif defined(__has_feature)
#define WATCHES_MEMORY __has_feature(address_sanitizer)
#else
#define WATCHES_MEMORY 0
#endif
