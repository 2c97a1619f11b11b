// Single numbers, inlined.
#pragma once

#include <math.h>
#include <engine/scalar.h>

// x within [min, max]; NaN stays NaN.
static inline mjtNum real_clip(mjtNum x, mjtNum min, mjtNum max) {
  return x < min ? min : x > max ? max : x;
}

// NaN, infinite or so large that a simulation has blown up.
static inline int real_is_bad(mjtNum x) { return !(fabs(x) <= mjMAXVAL); }
