// Functions of one number, inlined.
#pragma once

#include <math.h>
#include <engine/scalar.h>

// x within [min, max]; NaN stays NaN.
static inline mjtNum real_clip(mjtNum x, mjtNum min, mjtNum max) {
  return x < min ? min : x > max ? max : x;
}

// Whether x is NaN, infinite, or so large that the simulation has diverged.
static inline int real_is_bad(mjtNum x) { return !(fabs(x) <= mjMAXVAL); }
