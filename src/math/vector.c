// The API's vector and dense matrix functions: thin wrappers around the kernels.

#include <engine/math.h>

#include "math/dense.h"
#include "math/vec3.h"

void mju_zero3(mjtNum res[3]) { vec3_zero(res); }

void mju_copy3(mjtNum res[3], const mjtNum data[3]) { vec3_copy(res, data); }

void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) { vec3_scale(res, vec, scl); }

void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  vec3_add(res, vec1, vec2);
}

void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  vec3_sub(res, vec1, vec2);
}

void mju_addTo3(mjtNum res[3], const mjtNum vec[3]) { vec3_add(res, res, vec); }

void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]) { vec3_sub(res, res, vec); }

void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) { vec3_axpy(res, scl, vec); }

void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl) {
  mjtNum x = vec1[0] + scl * vec2[0], y = vec1[1] + scl * vec2[1], z = vec1[2] + scl * vec2[2];
  vec3_set(res, x, y, z);
}

mjtNum mju_normalize3(mjtNum vec[3]) { return vec3_normalize(vec); }

mjtNum mju_norm3(const mjtNum vec[3]) { return vec3_norm(vec); }

mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]) { return vec3_dot(vec1, vec2); }

mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]) { return vec3_distance(pos1, pos2); }

void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  mat3_mul_vec(res, mat, vec);
}

void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  mat3_tmul_vec(res, mat, vec);
}

void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) { vec3_cross(res, a, b); }

void mju_zero(mjtNum* res, int n) { vec_zero(res, n); }

void mju_fill(mjtNum* res, mjtNum val, int n) { vec_fill(res, val, n); }

void mju_copy(mjtNum* res, const mjtNum* vec, int n) { vec_copy(res, vec, n); }

mjtNum mju_sum(const mjtNum* vec, int n) { return vec_sum(vec, n); }

mjtNum mju_L1(const mjtNum* vec, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += fabs(vec[i]);
  return s;
}

void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { vec_scale(res, vec, scl, n); }

void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  vec_add(res, vec1, vec2, n);
}

void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  vec_sub(res, vec1, vec2, n);
}

void mju_addTo(mjtNum* res, const mjtNum* vec, int n) { vec_add(res, res, vec, n); }

void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) { vec_sub(res, res, vec, n); }

void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { vec_axpy(res, scl, vec, n); }

void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  vec_add_scaled(res, vec1, scl, vec2, n);
}

mjtNum mju_normalize(mjtNum* res, int n) {
  mjtNum norm = vec_norm(res, n);
  if (norm < mjMINVAL) {
    vec_zero(res, n);
    if (n > 0) res[0] = 1;
  } else {
    vec_scale(res, res, 1 / norm, n);
  }
  return norm;
}

mjtNum mju_norm(const mjtNum* res, int n) { return vec_norm(res, n); }

mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) { return vec_dot(vec1, vec2, n); }

void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  mat_mul_vec(res, mat, vec, nr, nc);
}

void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  mat_tmul_vec(res, mat, vec, nr, nc);
}

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += vec1[i] * vec_dot(mat + (size_t)i * n, vec2, n);
  return s;
}

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) {
  mat_transpose(res, mat, nr, nc);
}

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    res[(size_t)i * (n + 1)] = mat[(size_t)i * (n + 1)];
    for (int j = 0; j < i; j++) {
      mjtNum mean = (mat[(size_t)i * n + j] + mat[(size_t)j * n + i]) / 2;
      res[(size_t)i * n + j] = res[(size_t)j * n + i] = mean;
    }
  }
}

void mju_eye(mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    vec_zero(mat + (size_t)i * n, n);
    mat[(size_t)i * (n + 1)] = 1;
  }
}

void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  mat_mul(res, mat1, mat2, r1, c1, c2);
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  mat_mul_t(res, mat1, mat2, r1, c1, r2);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  mat_tmul(res, mat1, mat2, r1, c1, c2);
}

void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  for (int i = 0; i < nc; i++) vec_zero(res + (size_t)i * nc, nc);
  mat_sqr_add(res, mat, diag, nr, nc);
  mat_mirror_lower(res, nc);
}

void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force, const mjtNum newpos[3],
                          const mjtNum oldpos[3], const mjtNum rotnew2old[9]) {
  mjtNum shift[3], turn[3], rot[3], tran[3];
  vec3_sub(shift, newpos, oldpos);
  vec3_copy(rot, vec);
  vec3_copy(tran, vec + 3);
  if (flg_force) {
    vec3_cross(turn, shift, tran);
    vec3_sub(rot, rot, turn);
  } else {
    vec3_cross(turn, shift, rot);
    vec3_sub(tran, tran, turn);
  }
  if (rotnew2old) {
    mat3_tmul_vec(rot, rotnew2old, rot);
    mat3_tmul_vec(tran, rotnew2old, tran);
  }
  vec3_copy(res, rot);
  vec3_copy(res + 3, tran);
}
