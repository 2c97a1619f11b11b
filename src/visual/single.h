// The few numbers of which geoms, lights and cameras are made, between double and single precision;
// n is a constant, and the loops are written out.
#pragma once

#include <engine/scalar.h>

static inline void to_single(float* restrict r, const mjtNum* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] = (float)a[i];
}

static inline void to_double(mjtNum* restrict r, const float* restrict a, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i];
}
