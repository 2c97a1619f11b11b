#include "spec/inertia_tensor.h"

#include <float.h>

#include "spec/pose.h"

void tensor_add(double tensor[6], const double quat[4], const double moment[3], double mass,
                const double offset[3]) {
  double r[9];
  quat_to_mat3(r, quat);
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    const double *a = r + 3 * row[k], *b = r + 3 * col[k];
    double y = offset[(k + 1) % 3], z = offset[(k + 2) % 3];
    // y^2 + z^2 directly, not |offset|^2 - x^2, which would lose digits when geoms are far apart
    double moved = k < 3 ? mass * (y * y + z * z) : -mass * offset[row[k]] * offset[col[k]];
    tensor[k] +=
        a[0] * b[0] * moment[0] + a[1] * b[1] * moment[1] + a[2] * b[2] * moment[2] + moved;
  }
}

// d = R(q)' m R(q).
static void rotate_into(double d[9], const double m[9], const double q[4]) {
  double r[9], t[9];
  quat_to_mat3(r, q);
  mat3_tmul(t, r, m);
  mat3_mul(d, t, r);
}

// Off-diagonal elements, rotations and differences of moments below this count as zero.
static const double jacobi_eps = 1e-12;

// One rotation that eliminates the largest off-diagonal entry of d; false when d is diagonal.
// negligible: the threshold below which an entry counts as zero; 0: that of jacobi_eps.
static bool jacobi_rotate(const double d[9], double q[4], double negligible) {
  bool exact = negligible > 0;
  double xy = fabs(d[1]), xz = fabs(d[2]), yz = fabs(d[5]);
  int row = 0, col = 1;
  if (!(xy > xz && xy > yz)) {
    row = xz > yz ? 0 : 1;
    col = 2;
  }
  double off = d[3 * row + col];
  if (exact ? fabs(off) <= negligible : fabs(off) < jacobi_eps) return false;

  double tau = (d[4 * col] - d[4 * row]) / (2 * off);
  double root = sqrt(1 + tau * tau);
  double t = tau >= 0 ? 1 / (tau + root) : -1 / (root - tau);
  double c = 1 / sqrt(1 + t * t);
  if (!exact && c > 1 - jacobi_eps) return false;

  int axis = 3 - row - col;
  // sin(a / 2); the first form is accurate for small angles
  double half = exact ? fabs(t) * c / sqrt(2 + 2 * c) : sqrt(0.5 - 0.5 * c);
  if (tau >= 0) half = -half;
  if (axis == 1) half = -half;
  double turn[4] = {sqrt(1 - half * half), 0, 0, 0};
  turn[1 + axis] = half;
  quat_mul(q, q, turn);
  pose_unit(q, 4);
  return true;
}

static void order_falling(double quat[4], double moment[3]) {
  static const int first[3] = {0, 1, 0};
  for (int k = 0; k < 3; k++) {
    int j = first[k];
    if (moment[j] + jacobi_eps >= moment[j + 1]) continue;
    double t = moment[j];
    moment[j] = moment[j + 1];
    moment[j + 1] = t;
    double turn[4] = {sqrt(0.5), 0, 0, 0};
    turn[1 + (j + 2) % 3] = sqrt(0.5);
    quat_mul(quat, quat, turn);
    pose_unit(quat, 4);
  }
}

bool tensor_principal(const double tensor[6], double quat[4], double moment[3], double rest) {
  const double* t = tensor;
  const double m[9] = {t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]};
  double d[9], largest = 0;
  for (int k = 0; k < 6; k++) largest = fmax(largest, fabs(t[k]));
  // of a tensor of zeros, too, something
  double negligible = rest > 0 ? fmax(rest * largest, DBL_MIN) : 0;
  quat_unit(quat);
  for (int i = 0; i < 500; i++) {
    rotate_into(d, m, quat);
    if (!jacobi_rotate(d, quat, negligible)) break;
  }
  vec3_set(moment, d[0], d[4], d[8]);
  order_falling(quat, moment);
  return moment[2] >= COMPILE_EPS;
}
