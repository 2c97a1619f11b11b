// Conversion of small vectors between double and single precision; n is a constant, so that loops
// are unrolled.
#pragma once

#include <engine/scalar.h>

static inline void to_single(float* restrict r, const mjtNum* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] = (float)a[i];
}

static inline void to_double(mjtNum* restrict r, const float* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i];
}
