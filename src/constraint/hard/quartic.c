// Between two adjacent roots of its derivative a polynomial has at most one root: start with the
// third derivative, which is linear, and proceed to lower derivatives.

#include "constraint/hard/quartic.h"

#include <math.h>

static mjtNum value(const mjtNum* c, int degree, mjtNum t) {
  mjtNum s = c[degree];
  for (int k = degree - 1; k >= 0; k--) s = s * t + c[k];
  return s;
}

// The root between two points of opposite sign: Newton's method with bisection.
static mjtNum root_between(const mjtNum* c, const mjtNum* dc, int degree, mjtNum low, mjtNum high) {
  mjtNum at_low = value(c, degree, low), t = 0.5 * (low + high);
  for (int i = 0; i < 100; i++) {
    mjtNum f = value(c, degree, t);
    if (f == 0) return t;
    if ((f > 0) == (at_low > 0)) {
      low = t;
    } else {
      high = t;
    }
    mjtNum next = t - f / value(dc, degree - 1, t);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - t) <= 1e-17 * (1 + fabs(t)) || next == low || next == high) return next;
    t = next;
  }
  return t;
}

int quartic_roots(mjtNum root[4], const mjtNum c[5], mjtNum low, mjtNum high) {
  mjtNum derivative[4][5], size = 0;  // derivative[k] has degree k + 1
  for (int k = 0; k <= 4; k++) {
    derivative[3][k] = c[k];
    size = fmax(size, fabs(c[k]));
  }
  if (!(size > 0) || !isfinite(size)) return 0;
  for (int degree = 3; degree >= 1; degree--) {
    for (int k = 0; k <= degree; k++) {
      derivative[degree - 1][k] = (k + 1) * derivative[degree][k + 1];
    }
  }
  int n = 0;
  const mjtNum constant[1] = {derivative[0][1]};
  for (int degree = 1; degree <= 4; degree++) {
    const mjtNum* p = derivative[degree - 1];
    const mjtNum* dp = degree > 1 ? derivative[degree - 2] : constant;
    mjtNum found[4], from = low;
    int count = 0;
    for (int i = 0; i <= n; i++) {
      mjtNum to = i < n ? root[i] : high, a = value(p, degree, from), b = value(p, degree, to);
      if ((a <= 0 && b > 0) || (a >= 0 && b < 0)) {
        found[count++] = a == 0 ? from : root_between(p, dp, degree, from, to);
      }
      from = to;
    }
    if (value(p, degree, high) == 0 && count < degree) found[count++] = high;
    n = count;
    for (int i = 0; i < n; i++) root[i] = found[i];
  }
  return n;
}
