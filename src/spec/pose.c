#include "spec/pose.h"

#include <math.h>

#include <engine/model_types.h>

double pose_unit(double* v, int n) {
  double square = 0;
  for (int i = 0; i < n; i++) square += v[i] * v[i];
  if (!(square >= COMPILE_EPS)) return 0;
  if (isinf(square)) {
    double largest = 0;
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(v[i]));
    if (isfinite(largest)) {
      for (int i = 0; i < n; i++) v[i] /= largest;
      return largest * pose_unit(v, n);
    }
  }
  double length = sqrt(square);
  if (fabs(length - 1) > COMPILE_EPS) {
    for (int i = 0; i < n; i++) v[i] /= length;
  }
  return length;
}

void pose_quat_mul(double r[4], const double a[4], const double b[4]) {
  quat_mul(r, a, b);
  pose_unit(r, 4);
}

void pose_quat_from_z(double q[4], const double v[3]) {
  double axis[3] = {-v[1], v[0], 0};
  double s = pose_unit(axis, 3);
  if (s < 1e-10) vec3_set(axis, 1, 0, 0);
  quat_from_axis_angle(q, axis, atan2(s, v[2]));
}

void pose_quat_from_axes(double q[4], const double x[3], const double y[3], const double z[3]) {
  // the largest of 1 + trace and 1 + 2 m_ii - trace is 4 times the square of its quaternion
  // component
  double m00 = x[0], m11 = y[1], m22 = z[2], trace = m00 + m11 + m22;
  int big = trace > 0 ? 0 : m00 > m11 && m00 > m22 ? 1 : m11 > m22 ? 2 : 3;
  double square = big == 0 ? 1 + trace : 1 + 2 * (big == 1 ? m00 : big == 2 ? m11 : m22) - trace;
  double c = sqrt(square) / 2, s = 0.25 / c;
  double wx = y[2] - z[1], wy = z[0] - x[2], wz = x[1] - y[0];
  double xy = y[0] + x[1], xz = z[0] + x[2], yz = z[1] + y[2];
  const double row[4][4] = {
      {c, s * wx, s * wy, s * wz},
      {s * wx, c, s * xy, s * xz},
      {s * wy, s * xy, c, s * yz},
      {s * wz, s * xz, s * yz, c},
  };
  quat_copy(q, row[big]);
  pose_unit(q, 4);
}

void pose_enter(double pos[3], double quat[4], const double fpos[3], const double fquat[4]) {
  double r[3];
  quat_rotate(r, fquat, pos);
  vec3_add(pos, fpos, r);
  pose_quat_mul(quat, fquat, quat);
}

void pose_inverse(double rpos[3], double rquat[4], const double pos[3], const double quat[4]) {
  quat_conjugate(rquat, quat);
  quat_rotate(rpos, rquat, pos);
  vec3_scale(rpos, rpos, -1);
}

static const double same_pose = 1e-6;

bool pose_same_pos(const double a[3], const double b[3]) {
  for (int i = 0; i < 3; i++) {
    if (!(fabs(a[i] - b[i]) < same_pose)) return false;
  }
  return true;
}

bool pose_same_quat(const double a[4], const double b[4]) {
  bool plus = true, minus = true;
  for (int i = 0; i < 4; i++) {
    plus = plus && fabs(a[i] - b[i]) < same_pose;
    minus = minus && fabs(a[i] + b[i]) < same_pose;
  }
  return plus || minus;
}

int pose_sameframe(const double pos[3], const double quat[4], const double ipos[3],
                   const double iquat[4]) {
  static const double null_pos[3] = {0}, null_quat[4] = {1, 0, 0, 0};
  bool rot = pose_same_quat(quat, null_quat), irot = pose_same_quat(quat, iquat);
  if (rot && pose_same_pos(pos, null_pos)) return mjSAMEFRAME_BODY;
  if (rot) return mjSAMEFRAME_BODYROT;
  if (irot && pose_same_pos(pos, ipos)) return mjSAMEFRAME_INERTIA;
  if (irot) return mjSAMEFRAME_INERTIAROT;
  return mjSAMEFRAME_NONE;
}
