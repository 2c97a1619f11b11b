// Powers of numbers from 0 to 1: the same bits on every machine, and vectorisable.
#pragma once

#include <stdint.h>
#include <string.h>

#include "base/platform/compiler.h"

INLINED float float_of_bits(int32_t i) {
  float f;
  memcpy(&f, &i, sizeof f);
  return f;
}
INLINED int32_t bits_of_float(float f) {
  int32_t i;
  memcpy(&i, &f, sizeof i);
  return i;
}

// x if the condition is true, else 0; computed without a branch.
INLINED float keep_if(int true_or_false, float x) {
  return float_of_bits(bits_of_float(x) & -true_or_false);
}

// log2(x) for positive x, to 1e-6: exponent, plus a series in (m - 1) / (m + 1) of the mantissa m,
// which is between sqrt(1/2) and sqrt(2).
INLINED float log2_of(float x) {
  int32_t i = bits_of_float(x) - 0x3f3504f3;
  float m = float_of_bits((i & 0x7fffff) + 0x3f3504f3);
  float t = (m - 1) / (m + 1), t2 = t * t;
  return (float)(i >> 23) +
         t * (2.8853901f + t2 * (.96179669f + t2 * (.57707802f + t2 * .41219858f)));
}

// 2^x for x <= 1, to a relative accuracy of 1e-7; 0 below the range of floats and for NaN, finite
// for whatever else comes.
INLINED float exp2_of(float x) {
  const int some = x > -200;
  x = keep_if(some & (x < 100), x);
  int32_t whole = (int32_t)(x - .5f), exponent = whole + 127;
  float t = (x - (float)whole) * .69314718f;
  float r =
      1 + t * (1 + t * (.5f + t * (.16666667f +
                                   t * (.041666667f + t * (.0083333333f + t * .0013888889f)))));
  exponent &= ~(exponent >> 31);
  return keep_if(some, r * float_of_bits(exponent << 23));
}

// x^y for x <= 1 and y >= 0; x below 1e-30 is replaced by that.  Without branches, so that loops
// vectorise.
INLINED float power(float x, float y) { return exp2_of(y * log2_of(x > 1e-30f ? x : 1e-30f)); }
