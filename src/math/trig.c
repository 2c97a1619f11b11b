#include "math/trig.h"

#include <math.h>

#include "math/lanes.h"

#if LANES > 1 && defined(mjUSEDOUBLE)

// Up to this angle the nearest multiple of pi/2 has at most 20 bits, so that its products with the
// first two parts of pi/2, of 33 bits each, are exact.
#define MAX_REDUCED 1e6

// The angle minus the nearest multiple of pi/2; the low bits of *quadrant are that multiple.
LANES_INLINE lanes reduce(lanes x, lanes_bits* quadrant) {
  // adding 1.5 * 2^52 leaves the nearest integer in the low bits of the sum
  const lanes to_integer = lanes_all(0x1.8p52);
  lanes t = x * lanes_all(2 / mjPI) + to_integer;
  lanes n = t - to_integer;
  *quadrant = (lanes_bits)t;
  x -= n * lanes_all(0x1.921fb544p+0);
  x -= n * lanes_all(0x1.0b4611a6p-34);
  return x - n * lanes_all(0x1.3198a2e037073p-69);
}

// Taylor series, long enough for |r| <= pi/4.
LANES_INLINE lanes sine_series(lanes r, lanes z) {
  lanes p = lanes_all(-1.0 / 1307674368000);
  p = p * z + lanes_all(1.0 / 6227020800);
  p = p * z + lanes_all(-1.0 / 39916800);
  p = p * z + lanes_all(1.0 / 362880);
  p = p * z + lanes_all(-1.0 / 5040);
  p = p * z + lanes_all(1.0 / 120);
  p = p * z + lanes_all(-1.0 / 6);
  return r + r * z * p;
}

LANES_INLINE lanes cosine_series(lanes z) {
  lanes p = lanes_all(1.0 / 20922789888000);
  p = p * z + lanes_all(-1.0 / 87178291200);
  p = p * z + lanes_all(1.0 / 479001600);
  p = p * z + lanes_all(-1.0 / 3628800);
  p = p * z + lanes_all(1.0 / 40320);
  p = p * z + lanes_all(-1.0 / 720);
  p = p * z + lanes_all(1.0 / 24);
  return (lanes_all(1) - lanes_all(0.5) * z) + z * z * p;
}

LANES_INLINE void sincos_lanes(lanes* sine, lanes* cosine, lanes angle) {
  lanes_bits q;
  lanes r = reduce(angle, &q), z = r * r;
  lanes_bits s = (lanes_bits)sine_series(r, z), c = (lanes_bits)cosine_series(z);
  // odd quadrants exchange sine and cosine; the sine is negative in quadrants 2 and 3, the cosine
  // in 1 and 2
  lanes_bits odd = -(q & 1), change = (s ^ c) & odd;
  s = (s ^ change) ^ ((q & 2) << 62);
  c = (c ^ change) ^ (((q + 1) & 2) << 62);
  *sine = (lanes)s;
  *cosine = (lanes)c;
}

// The last few angles, fewer than LANES, are gathered directly in a register: loading what was just
// stored element by element would stall.
static void sincos_few(mjtNum* restrict sine, mjtNum* restrict cosine, const mjtNum* restrict angle,
                       int n) {
  lanes a = lanes_all(0), s, c;
  LANES_UNROLL
  for (int k = 0; k < LANES - 1; k++) {
    if (k < n) a[k] = angle[k];
  }
  sincos_lanes(&s, &c, a);
  LANES_UNROLL
  for (int k = 0; k < LANES - 1; k++) {
    if (k >= n) break;
    sine[k] = s[k];
    cosine[k] = c[k];
  }
}

void vec_sincos(mjtNum* restrict sine, mjtNum* restrict cosine, const mjtNum* restrict angle,
                int n) {
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    lanes s, c;
    sincos_lanes(&s, &c, lanes_load(angle + i));
    lanes_store(sine + i, s);
    lanes_store(cosine + i, c);
  }
  if (i < n) sincos_few(sine + i, cosine + i, angle + i, n - i);
  for (i = 0; i < n; i++) {
    if (fabs(angle[i]) <= MAX_REDUCED) continue;
    sine[i] = sin(angle[i]);
    cosine[i] = cos(angle[i]);
  }
}

#else

void vec_sincos(mjtNum* restrict sine, mjtNum* restrict cosine, const mjtNum* restrict angle,
                int n) {
  for (int i = 0; i < n; i++) {
    sine[i] = sin(angle[i]);
    cosine[i] = cos(angle[i]);
  }
}

#endif
