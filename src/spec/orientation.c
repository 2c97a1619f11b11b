// Conversion of the alternative orientation formats to quaternions (MuJoCo documentation, Modeling
// chapter: Frame orientations).
#include <math.h>
#include <stdbool.h>
#include <engine/spec.h>
#include "base/need.h"
#include "spec/pose.h"

// Divides first, to get the same bits as the reference.
static double radians(double angle, mjtByte degree) { return degree ? angle / 180 * mjPI : angle; }

// Whether the axis is too short.  NaN is not: the result is then NaN, too, and is loaded.
static bool is_small(double* axis) {
  return pose_unit(axis, 3) < COMPILE_EPS && !isnan(vec3_dot(axis, axis));
}

static bool is_none(double quat[4], double number) {
  if (!isnan(number)) return false;
  for (int i = 0; i < 4; i++) quat[i] = NAN;
  return true;
}

static const char* from_axisangle(double quat[4], const double axisangle[4], mjtByte degree) {
  double axis[3];
  vec3_copy(axis, axisangle);
  if (is_small(axis)) return "axisangle too small";
  double half = radians(axisangle[3], degree) / 2;
  quat[0] = cos(half);
  vec3_scale(quat + 1, axis, sin(half));
  return NULL;
}

static const char* from_xyaxes(double quat[4], const double xyaxes[6]) {
  double x[3], y[3], z[3];
  vec3_copy(x, xyaxes);
  vec3_copy(y, xyaxes + 3);
  if (is_small(x)) return "xaxis too small";
  vec3_axpy(y, -vec3_dot(x, y), x);
  if (is_small(y)) return "yaxis too small";
  vec3_cross(z, x, y);
  if (is_small(z)) return "cross(xaxis, yaxis) too small";
  if (!is_none(quat, vec3_dot(z, z))) pose_quat_from_axes(quat, x, y, z);
  return NULL;
}

static const char* from_zaxis(double quat[4], const double zaxis[3]) {
  double z[3];
  vec3_copy(z, zaxis);
  if (is_small(z)) return "zaxis too small";
  if (!is_none(quat, vec3_dot(z, z))) pose_quat_from_z(quat, z);
  return NULL;
}

// Lower-case letters: rotations about moving axes; upper case: about fixed axes.
static const char* from_euler(double quat[4], const double euler[3], mjtByte degree,
                              const char* sequence) {
  double q[4];
  if (!sequence) return "euler angles need a sequence of axes";
  quat_unit(q);
  for (int i = 0; i < 3; i++) {
    static const char letters[] = "xyzXYZ";
    int k = 0;
    while (k < 6 && letters[k] != sequence[i]) k++;
    if (k == 6) return "euler sequence can only contain x, y, z, X, Y, Z";
    double half = radians(euler[i], degree) / 2, r[4] = {cos(half), 0, 0, 0};
    r[1 + k % 3] = sin(half);
    if (k < 3)
      quat_mul(q, q, r);
    else
      quat_mul(q, r, q);
  }
  pose_unit(q, 4);
  quat_copy(quat, q);
  return NULL;
}

const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                   const mjsOrientation* orientation) {
  NEED_OR(NULL, quat, orientation);
  switch (orientation->type) {
    case mjORIENTATION_QUAT: return NULL;
    case mjORIENTATION_AXISANGLE: return from_axisangle(quat, orientation->axisangle, degree);
    case mjORIENTATION_XYAXES: return from_xyaxes(quat, orientation->xyaxes);
    case mjORIENTATION_ZAXIS: return from_zaxis(quat, orientation->zaxis);
    case mjORIENTATION_EULER: return from_euler(quat, orientation->euler, degree, sequence);
  }
  return "unknown type of orientation";
}
