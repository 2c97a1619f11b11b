// Small quadratic programs with an ellipsoidal constraint, by Newton's method on the multiplier.

#include "math/qcqp.h"

#include <math.h>
#include <stdbool.h>

#include "base/platform/compiler.h"

enum { MOST_DIM = 5, MOST_ITERATIONS = 20 };
static const mjtNum small = 1e-10;

// solve_twice: x = A^-1 b, y = A^-1 x; false when a determinant or pivot of A is too small.

INLINED bool solve_twice_2(mjtNum* x, mjtNum* y, const mjtNum* a, const mjtNum* b) {
  mjtNum det = a[0] * a[3] - a[1] * a[1];
  if (!(det >= small)) return false;
  mjtNum p00 = a[3] / det, p11 = a[0] / det, p01 = -a[1] / det;
  x[0] = p00 * b[0] + p01 * b[1];
  x[1] = p01 * b[0] + p11 * b[1];
  y[0] = p00 * x[0] + p01 * x[1];
  y[1] = p01 * x[0] + p11 * x[1];
  return true;
}

INLINED bool solve_twice_3(mjtNum* x, mjtNum* y, const mjtNum* a, const mjtNum* b) {
  mjtNum c00 = a[4] * a[8] - a[5] * a[5], c01 = a[2] * a[5] - a[1] * a[8];
  mjtNum c02 = a[1] * a[5] - a[2] * a[4], c11 = a[0] * a[8] - a[2] * a[2];
  mjtNum c12 = a[1] * a[2] - a[0] * a[5], c22 = a[0] * a[4] - a[1] * a[1];
  mjtNum det = a[0] * c00 + a[1] * c01 + a[2] * c02;
  if (!(det >= small)) return false;
  mjtNum s = 1 / det;
  x[0] = s * (c00 * b[0] + c01 * b[1] + c02 * b[2]);
  x[1] = s * (c01 * b[0] + c11 * b[1] + c12 * b[2]);
  x[2] = s * (c02 * b[0] + c12 * b[1] + c22 * b[2]);
  y[0] = s * (c00 * x[0] + c01 * x[1] + c02 * x[2]);
  y[1] = s * (c01 * x[0] + c11 * x[1] + c12 * x[2]);
  y[2] = s * (c02 * x[0] + c12 * x[1] + c22 * x[2]);
  return true;
}

static void chol_solve_n(mjtNum* x, const mjtNum* l, const mjtNum* inv, const mjtNum* b, int n) {
  for (int i = 0; i < n; i++) {
    mjtNum s = b[i];
    for (int k = 0; k < i; k++) s -= l[i * n + k] * x[k];
    x[i] = s * inv[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    mjtNum s = x[i];
    for (int k = i + 1; k < n; k++) s -= l[k * n + i] * x[k];
    x[i] = s * inv[i];
  }
}

static bool solve_twice_n(mjtNum* x, mjtNum* y, const mjtNum* a, const mjtNum* b, int n) {
  mjtNum l[MOST_DIM * MOST_DIM], inv[MOST_DIM];
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      mjtNum s = a[i * n + j];
      for (int k = 0; k < j; k++) s -= l[i * n + k] * l[j * n + k];
      if (i > j) {
        l[i * n + j] = s * inv[j];
      } else if (s >= small) {
        inv[j] = 1 / sqrt(s);
      } else {
        return false;
      }
    }
  }
  chol_solve_n(x, l, inv, b, n);
  chol_solve_n(y, l, inv, x, n);
  return true;
}

INLINED bool solve_twice(mjtNum* x, mjtNum* y, const mjtNum* a, const mjtNum* b, const int n) {
  if (n == 2) return solve_twice_2(x, y, a, b);
  if (n == 3) return solve_twice_3(x, y, a, b);
  return solve_twice_n(x, y, a, b, n);
}

// With x = d z the constraint is a ball, |z| <= r.  The minimiser for multiplier lambda is
// z(lambda) = -(A + lambda I)^-1 b.  |z|^2 falls with lambda and is convex in it, so Newton's
// method for |z|^2 = r^2 from lambda = 0 approaches the solution from below.  Newton's method for
// 1 / |z| = 1 / r takes half as many steps (500 boxes, 20 sweeps of PGS: 0.91 of a step), but it
// ends at other last bits, and these decide whether a force on the surface of a cone counts as
// inside: efc_state would differ from the reference.
// Specialised for the constant sizes n of most contacts, so that everything stays in registers: 1.4
// times as fast.
INLINED int minimise(mjtNum* x, const mjtNum* a, const mjtNum* b, const mjtNum* d, mjtNum r,
                     const int n) {
  mjtNum scaled[MOST_DIM * MOST_DIM], shifted[MOST_DIM * MOST_DIM], minus_b[MOST_DIM];
  mjtNum z[MOST_DIM], dz[MOST_DIM], lambda = 0;
  for (int i = 0; i < n; i++) {
    minus_b[i] = -b[i] * d[i];
    for (int j = 0; j < n; j++) scaled[i * n + j] = shifted[i * n + j] = a[i * n + j] * d[i] * d[j];
  }
  for (int iter = 0; iter < MOST_ITERATIONS; iter++) {
    for (int i = 0; i < n; i++) shifted[i * (n + 1)] = scaled[i * (n + 1)] + lambda;
    if (!solve_twice(z, dz, shifted, minus_b, n)) {
      for (int i = 0; i < n; i++) x[i] = 0;
      return 0;
    }
    mjtNum excess = -r * r, slope = 0;
    for (int i = 0; i < n; i++) {
      excess += z[i] * z[i];
      slope -= 2 * z[i] * dz[i];
    }
    if (!(excess >= small)) break;
    mjtNum step = -excess / slope;
    if (!(step >= small)) break;
    lambda += step;
  }
  for (int i = 0; i < n; i++) x[i] = z[i] * d[i];
  return lambda != 0;
}

int qcqp(mjtNum* x, const mjtNum* a, const mjtNum* b, const mjtNum* d, mjtNum r, int n) {
  if (n == 2) return minimise(x, a, b, d, r, 2);
  if (n == 3) return minimise(x, a, b, d, r, 3);
  return minimise(x, a, b, d, r, n);
}
