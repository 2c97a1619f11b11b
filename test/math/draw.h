// Random numbers of the tests, the same on every machine, and comparisons that say what differs.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/scalar.h>

// A case of a property test: its number seeds what is drawn in it.
static uint64_t draw_state;

static inline void draw_seed(int seed) { draw_state = 0x9e3779b97f4a7c15u * (uint64_t)(seed + 1); }

static inline uint64_t draw_bits(void) {
  draw_state ^= draw_state << 13;
  draw_state ^= draw_state >> 7;
  draw_state ^= draw_state << 17;
  return draw_state * 0x2545f4914f6cdd1du;
}

// An integer in [low, high].
static inline int draw_int(int low, int high) {
  return low + (int)((draw_bits() >> 33) % (uint64_t)(high - low + 1));
}

// A number in [-1, 1).
static inline mjtNum draw(void) { return (mjtNum)(draw_bits() >> 11) / (mjtNum)(1ull << 52) - 1; }

static inline mjtNum draw_between(mjtNum low, mjtNum high) {
  return low + (high - low) * (draw() + 1) / 2;
}

static inline void draw_vector(mjtNum* x, int n) {
  for (int i = 0; i < n; i++) x[i] = draw();
}

// |a - b| <= tolerance (1 + |b|); not for NaN.
#define assert_near(a, b, tolerance) near_or_fail(a, b, tolerance, #a, -1, __FILE__, __LINE__)

static inline void near_or_fail(mjtNum a, mjtNum b, mjtNum tolerance, const char* what, int i,
                                const char* file, int line) {
  if (fabs(a - b) <= tolerance * (1 + fabs(b))) return;
  if (i >= 0) print_error("element %d: ", i);
  print_error("%s is %.17g, expected %.17g (off by %g)\n", what, a, b, a - b);
  _fail(file, line);
}

#define assert_near_vector(a, b, n, tolerance)                                           \
  do {                                                                                   \
    for (int near_i = 0; near_i < (n); near_i++) {                                       \
      near_or_fail((a)[near_i], (b)[near_i], tolerance, #a, near_i, __FILE__, __LINE__); \
    }                                                                                    \
  } while (0)
