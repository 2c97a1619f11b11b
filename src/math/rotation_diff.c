// Derivatives of rotations, on the tangent space of the quaternions.

#include <engine/math.h>

#include "base/need.h"
#include "math/quat.h"

// m = a + b [v]x + c v v'
static void rotational(mjtNum m[9], mjtNum a, mjtNum b, mjtNum c, const mjtNum v[3]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) m[3 * i + j] = c * v[i] * v[j];
    m[4 * i] += a;
  }
  m[1] -= b * v[2];
  m[2] += b * v[1];
  m[3] += b * v[2];
  m[5] -= b * v[0];
  m[6] -= b * v[1];
  m[7] += b * v[0];
}

// With k the unit axis and h half the angle of the rotation vector from qb to qa, the derivatives
// are the inverse of the right Jacobian of SO(3) there: 1 + h [k]x + (1 - h / tan h) [k]x^2, and
// minus its transpose.
void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
  NEED(qa, qb);
  if (!Da && !Db) return;
  mjtNum axis[3], jac[9];
  quat_difference(axis, qa, qb);
  mjtNum half = vec3_normalize(axis) / 2;
  mjtNum square = half < 6e-8 ? 0 : 1 - half / tan(half);  // [k]x^2 = k k' - 1
  rotational(jac, 1 - square, half, square, axis);
  if (Da) mat3_copy(Da, jac);
  if (Db) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) Db[3 * i + j] = -jac[3 * j + i];
    }
  }
}

// For exp(s), s = vel scale: Dquat is the adjoint of its inverse, Dvel the right Jacobian.  The
// ratios b = sin x / x, c = (1 - cos x) / x^2, d = (1 - b) / x^2 with x = |s| come from their
// series near 0, truncated below the rounding error.
void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                       mjtNum Dscale[3]) {
  NEED(vel);
  mjtNum s[3], b, c, d;
  vec3_scale(s, vel, scale);
  mjtNum xx = vec3_dot(s, s), x = sqrt(xx), a = cos(x);
  if (x > 1.0 / 32) {
    b = sin(x) / x;
    c = (1 - a) / xx;
    d = (1 - b) / xx;
  } else {
    b = 1 - xx / 6 * (1 - xx / 20 * (1 - xx / 42));
    c = (1 - xx / 12 * (1 - xx / 30 * (1 - xx / 56))) / 2;
    d = (1 - xx / 20 * (1 - xx / 42 * (1 - xx / 72))) / 6;
  }
  mjtNum jac[9];
  rotational(jac, b, -c, d, s);
  if (Dquat) rotational(Dquat, a, -b, c, s);
  if (Dvel) mat3_copy(Dvel, jac);
  if (Dscale) mat3_mul_vec(Dscale, jac, vel);
}
