// What both back ends make of the assets they are given.
#pragma once

#include <math.h>

// The box of n points; of none it is the origin.
static inline void box_of_points(const float* point, int n, float low[3], float high[3]) {
  for (int k = 0; k < 3; k++) low[k] = high[k] = n ? point[k] : 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      low[k] = fminf(low[k], point[3 * i + k]);
      high[k] = fmaxf(high[k], point[3 * i + k]);
    }
  }
}

// The linear value of a byte of sRGB (IEC 61966-2-1), as a byte.
static inline int decoded_srgb(int byte) {
  double x = byte / 255., y = x <= .04045 ? x / 12.92 : pow((x + .055) / 1.055, 2.4);
  return (int)(255 * y + .5);
}
