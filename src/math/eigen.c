// Eigenvectors of a symmetric 3x3 matrix by Jacobi rotations, accumulated in a quaternion.

#include <engine/math.h>

#include "math/quat.h"

static const mjtNum epsilon = 1e-12;
enum { MOST_ITERATIONS = 500 };

// turned = rot' mat rot; diag: its diagonal.
static void rotate_matrix(mjtNum turned[9], mjtNum diag[3], const mjtNum mat[9],
                          const mjtNum rot[9]) {
  mjtNum t[9];
  mat3_mul(t, mat, rot);
  mat3_tmul(turned, rot, t);
  for (int i = 0; i < 3; i++) diag[i] = turned[4 * i];
}

// Exchange axes i and j, i < j, by a quarter turn about the third.
static void swap_axes(mjtNum eigval[3], mjtNum quat[4], int i, int j) {
  mjtNum v = eigval[i], turn[4] = {sqrt(0.5), 0, 0, 0};
  eigval[i] = eigval[j];
  eigval[j] = v;
  turn[1 + (3 - i - j)] = turn[0];
  quat_mul(quat, quat, turn);
  quat_normalize(quat);
}

int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  int iter = 0;
  mjtNum rot[9], d[9];
  quat_unit(quat);
  for (; iter < MOST_ITERATIONS; iter++) {
    quat_to_mat3(rot, quat);
    rotate_matrix(d, eigval, mat, rot);

    // the largest off-diagonal entry (r, c), and the axis of the rotation that removes it
    int r, c;
    mjtNum d01 = fabs(d[1]), d02 = fabs(d[2]), d12 = fabs(d[5]);
    if (d01 > d02 && d01 > d12) {
      r = 0, c = 1;
    } else if (d02 > d12) {
      r = 0, c = 2;
    } else {
      r = 1, c = 2;
    }
    int axis = 3 - r - c;
    mjtNum off = d[3 * r + c];
    if (!(fabs(off) >= epsilon)) break;

    // tangent of the rotation angle: the smaller root of t^2 + 2 tau t - 1 = 0
    mjtNum tau = (d[4 * c] - d[4 * r]) / (2 * off);
    mjtNum t = tau >= 0 ? 1 / (tau + sqrt(1 + tau * tau)) : -1 / (-tau + sqrt(1 + tau * tau));
    mjtNum cosine = 1 / sqrt(1 + t * t);
    if (!(cosine <= 1 - epsilon)) break;
    mjtNum sine_half = sqrt(0.5 - 0.5 * cosine);
    if ((tau >= 0) != (axis == 1)) sine_half = -sine_half;
    mjtNum turn[4] = {sqrt(1 - sine_half * sine_half), 0, 0, 0};
    turn[1 + axis] = sine_half;
    quat_mul(quat, quat, turn);
    quat_normalize(quat);
  }
  for (int pass = 0; pass < 3; pass++) {
    int i = pass % 2;
    if (eigval[i] + epsilon < eigval[i + 1]) swap_axes(eigval, quat, i, i + 1);
  }
  quat_to_mat3(eigvec, quat);
  return iter;
}
