// Quaternions, rotation matrices and poses.

#include <engine/base.h>
#include <engine/math.h>

#include "math/quat.h"

void mju_zero4(mjtNum res[4]) { res[0] = res[1] = res[2] = res[3] = 0; }

void mju_unit4(mjtNum res[4]) { quat_unit(res); }

void mju_copy4(mjtNum res[4], const mjtNum data[4]) { quat_copy(res, data); }

mjtNum mju_normalize4(mjtNum vec[4]) { return quat_normalize(vec); }

void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) {
  if (vec[0] == 0 && vec[1] == 0 && vec[2] == 0) {
    vec3_zero(res);
  } else if (quat_is_unit(quat)) {
    vec3_copy(res, vec);
  } else {
    quat_rotate(res, quat, vec);
  }
}

void mju_negQuat(mjtNum res[4], const mjtNum quat[4]) { quat_conjugate(res, quat); }

void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]) {
  quat_mul(res, quat1, quat2);
}

void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) {
  quat_mul_axis(res, quat, axis);
}

void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) {
  quat_from_axis_angle(res, axis, angle);
}

void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) {
  quat_to_velocity(res, quat, dt);
}

void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) {
  quat_difference(res, qa, qb);
}

void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]) {
  if (quat_is_unit(quat)) {
    mat3_unit(res);
  } else {
    quat_to_mat3(res, quat);
  }
}

// The largest of |w|, |x|, |y|, |z| comes from the diagonal, the other three from off-diagonal
// sums.
void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]) {
  mjtNum trace = mat[0] + mat[4] + mat[8];
  mjtNum odd[3] = {mat[7] - mat[5], mat[2] - mat[6], mat[3] - mat[1]};  // 4 w (x, y, z)
  if (trace > 0) {
    mjtNum w = sqrt(1 + trace) / 2;
    quat[0] = w;
    vec3_scale(quat + 1, odd, 0.25 / w);
  } else {
    int i = mat[0] > mat[4] && mat[0] > mat[8] ? 0 : mat[4] > mat[8] ? 1 : 2;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    mjtNum xi = sqrt(1 + mat[4 * i] - mat[4 * j] - mat[4 * k]) / 2;
    quat[0] = 0.25 * odd[i] / xi;
    quat[1 + i] = xi;
    quat[1 + j] = 0.25 * (mat[3 * i + j] + mat[3 * j + i]) / xi;
    quat[1 + k] = 0.25 * (mat[3 * i + k] + mat[3 * k + i]) / xi;
  }
  quat_normalize(quat);
}

// (0, vel) quat / 2
void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  mjtNum v[4] = {0, vel[0] / 2, vel[1] / 2, vel[2] / 2};
  quat_mul(res, v, quat);
}

void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) {
  quat_integrate(quat, vel, scale);
}

void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]) {
  mjtNum to[3] = {vec[0], vec[1], vec[2]};
  quat_unit(quat);
  if (vec3_normalize(to) < mjMINVAL) return;
  mjtNum axis[3] = {-to[1], to[0], 0};  // z x to
  mjtNum sine = vec3_normalize(axis);
  if (sine >= mjMINVAL) {
    quat_from_axis_angle(quat, axis, atan2(sine, to[2]));
  } else if (to[2] < 0) {
    quat[0] = 0;
    quat[1] = 1;
  }
}

// Polar decomposition by fixed-point iteration: rotate by the sum of cross products of the columns
// of the rotation with those of the matrix (the torque of springs between them) until it vanishes.
int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]) {
  const int most = 500;
  const mjtNum small = 1e-9;
  for (int iter = 0; iter < most; iter++) {
    mjtNum rot[9], turn[3] = {0, 0, 0}, overlap = 0;
    quat_to_mat3(rot, quat);
    for (int j = 0; j < 3; j++) {
      mjtNum r[3] = {rot[j], rot[3 + j], rot[6 + j]};
      mjtNum m[3] = {mat[j], mat[3 + j], mat[6 + j]};
      mjtNum t[3];
      vec3_cross(t, r, m);
      vec3_add(turn, turn, t);
      overlap += vec3_dot(r, m);
    }
    vec3_scale(turn, turn, 1 / (fabs(overlap) + mjMINVAL));
    mjtNum angle = vec3_normalize(turn);
    if (angle < small) return iter;
    mjtNum step[4];
    quat_from_axis_angle(step, turn, angle);
    quat_mul(quat, step, quat);
    quat_normalize(quat);
  }
  return most;
}

void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq) {
  mjtNum q[4] = {1, 0, 0, 0};
  if (!seq || strlen(seq) != 3) {
    mju_error("mju_euler2Quat: an axis sequence has three letters, not '%s'", seq ? seq : "");
    return;
  }
  for (int i = 0; i < 3; i++) {
    const char* axes = "xyzXYZ";
    const char* letter = strchr(axes, seq[i]);
    if (!letter) {
      mju_error("mju_euler2Quat: '%c' in the axis sequence '%s' is none of %s", seq[i], seq, axes);
      return;
    }
    int axis = (int)(letter - axes);
    mjtNum r[4] = {cos(euler[i] / 2), 0, 0, 0};
    r[1 + axis % 3] = sin(euler[i] / 2);
    if (axis < 3) {
      quat_mul(q, q, r);
    } else {
      quat_mul(q, r, q);
    }
  }
  quat_copy(quat, q);
}

void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4],
                 const mjtNum pos2[3], const mjtNum quat2[4]) {
  pose_compose(posres, quatres, pos1, quat1, pos2, quat2);
  quat_normalize(quatres);
}

void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]) {
  quat_conjugate(quatres, quat);
  quat_rotate(posres, quatres, pos);
  vec3_scale(posres, posres, -1);
}

void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4], const mjtNum vec[3]) {
  mjtNum p[3];
  quat_rotate(p, quat, vec);
  vec3_add(res, pos, p);
}
