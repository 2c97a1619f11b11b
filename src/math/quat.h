// Unit quaternions (w, x, y, z) and the poses they make with a position, inlined.
#pragma once

#include "math/pair.h"
#include "math/vec3.h"

static inline void quat_unit(mjtNum q[4]) {
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
}

// One by one: a load of several numbers waits for stores of one.
static inline void quat_copy(mjtNum r[4], const mjtNum a[4]) {
  r[0] = a[0];
  r[1] = a[1];
  r[2] = a[2];
  r[3] = a[3];
}

static inline int quat_is_unit(const mjtNum q[4]) {
  return q[0] == 1 && q[1] == 0 && q[2] == 0 && q[3] == 0;
}

// Normalise in place; returns the length before.  Shorter than mjMINVAL: becomes the identity.  Of
// unit length to within mjMINVAL: unchanged to the bit.
static inline mjtNum quat_normalize(mjtNum q[4]) {
  mjtNum w = q[0], x = q[1], y = q[2], z = q[3];
  mjtNum n = sqrt(w * w + x * x + y * y + z * z);
  if (n < mjMINVAL) {
    quat_unit(q);
  } else if (fabs(n - 1) > mjMINVAL) {
    pair s = pair_all(1 / n);
    pair_store(q, pair_mul(pair_of(w, x), s));
    pair_store(q + 2, pair_mul(pair_of(y, z), s));
  }
  return n;
}

static inline void quat_conjugate(mjtNum r[4], const mjtNum q[4]) {
  r[0] = q[0];
  r[1] = -q[1];
  r[2] = -q[2];
  r[3] = -q[3];
}

// r = a b, in place.
static inline void quat_mul(mjtNum r[4], const mjtNum a[4], const mjtNum b[4]) {
  mjtNum w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  mjtNum x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  mjtNum y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  mjtNum z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  r[0] = w;
  r[1] = x;
  r[2] = y;
  r[3] = z;
}

// r = q v q*, in place, for a unit q: v + 2 u x (w v + u x v) with q = (w, u).
static inline void quat_rotate(mjtNum r[3], const mjtNum q[4], const mjtNum v[3]) {
  mjtNum t[3], c[3];
  vec3_cross(t, q + 1, v);
  vec3_axpy(t, q[0], v);
  vec3_cross(c, q + 1, t);
  r[0] = v[0] + 2 * c[0];
  r[1] = v[1] + 2 * c[1];
  r[2] = v[2] + 2 * c[2];
}

// r = q (0, axis), in place.
static inline void quat_mul_axis(mjtNum r[4], const mjtNum q[4], const mjtNum axis[3]) {
  mjtNum w = -q[1] * axis[0] - q[2] * axis[1] - q[3] * axis[2];
  mjtNum x = q[0] * axis[0] + q[2] * axis[2] - q[3] * axis[1];
  mjtNum y = q[0] * axis[1] + q[3] * axis[0] - q[1] * axis[2];
  mjtNum z = q[0] * axis[2] + q[1] * axis[1] - q[2] * axis[0];
  r[0] = w;
  r[1] = x;
  r[2] = y;
  r[3] = z;
}

// The rotation by angle about a unit axis.
static inline void quat_from_axis_angle(mjtNum q[4], const mjtNum axis[3], mjtNum angle) {
  if (angle == 0) {
    quat_unit(q);
    return;
  }
  mjtNum s = sin(angle / 2);
  mjtNum c = cos(angle / 2);
  vec3_scale(q + 1, axis, s);
  q[0] = c;
}

// The angular velocity that produces rotation q (of any length) in time dt, the shorter way round.
static inline void quat_to_velocity(mjtNum r[3], const mjtNum q[4], mjtNum dt) {
  mjtNum axis[3] = {q[1], q[2], q[3]};
  mjtNum sine = vec3_normalize(axis);
  mjtNum angle = 2 * atan2(sine, q[0]);
  if (angle > mjPI) angle -= 2 * mjPI;
  vec3_scale(r, axis, angle / dt);
}

// The rotation vector r from b to a, in the frame of b: b exp(r) = a.
static inline void quat_difference(mjtNum r[3], const mjtNum a[4], const mjtNum b[4]) {
  mjtNum q[4];
  quat_conjugate(q, b);
  quat_mul(q, q, a);
  quat_to_velocity(r, q, 1);
}

// Advance q, which is normalised first, by the angular velocity v (in its own frame) over the time
// dt.
static inline void quat_integrate(mjtNum q[4], const mjtNum v[3], mjtNum dt) {
  mjtNum axis[3] = {v[0], v[1], v[2]}, r[4];
  mjtNum angle = dt * vec3_normalize(axis);
  quat_from_axis_angle(r, axis, angle);
  quat_normalize(q);
  quat_mul(q, q, r);
}

// The rotation matrix of a unit quaternion.
static inline void quat_to_mat3(mjtNum m[9], const mjtNum q[4]) {
  mjtNum ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
  mjtNum wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
  mjtNum xy = q[1] * q[2], xz = q[1] * q[3], yz = q[2] * q[3];
  m[0] = ww + xx - yy - zz;
  m[4] = ww - xx + yy - zz;
  m[8] = ww - xx - yy + zz;
  m[1] = 2 * (xy - wz);
  m[2] = 2 * (xz + wy);
  m[3] = 2 * (xy + wz);
  m[5] = 2 * (yz - wx);
  m[6] = 2 * (xz - wy);
  m[7] = 2 * (yz + wx);
}

// (r, rq) = (pos1, q1) composed with (pos2, q2): the world pose of a child whose pose in its
// parent's frame is given.  In place; rq is not normalised.
static inline void pose_compose(mjtNum r[3], mjtNum rq[4], const mjtNum pos1[3], const mjtNum q1[4],
                                const mjtNum pos2[3], const mjtNum q2[4]) {
  mjtNum p[3];
  quat_rotate(p, q1, pos2);
  vec3_add(r, pos1, p);
  quat_mul(rq, q1, q2);
}
