// Vectors of 3 and rotations, written out and inlined: the arithmetic of every inner loop.
// The exported mju_* functions of the same meaning are thin wrappers.
//
// Outputs may not overlap inputs unless the comment says "in place".
#pragma once

#include <math.h>
#include <string.h>
#include <engine/scalar.h>

#include "base/platform/compiler.h"

static inline void vec3_set(mjtNum r[3], mjtNum x, mjtNum y, mjtNum z) {
  r[0] = x;
  r[1] = y;
  r[2] = z;
}

static inline void vec3_zero(mjtNum r[3]) { r[0] = r[1] = r[2] = 0; }

static inline void vec3_copy(mjtNum r[3], const mjtNum a[3]) {
  r[0] = a[0];
  r[1] = a[1];
  r[2] = a[2];
}

// r = a + b, in place.
static inline void vec3_add(mjtNum r[3], const mjtNum a[3], const mjtNum b[3]) {
  r[0] = a[0] + b[0];
  r[1] = a[1] + b[1];
  r[2] = a[2] + b[2];
}

// r = a - b, in place.
static inline void vec3_sub(mjtNum r[3], const mjtNum a[3], const mjtNum b[3]) {
  r[0] = a[0] - b[0];
  r[1] = a[1] - b[1];
  r[2] = a[2] - b[2];
}

// r = s a, in place.
static inline void vec3_scale(mjtNum r[3], const mjtNum a[3], mjtNum s) {
  r[0] = a[0] * s;
  r[1] = a[1] * s;
  r[2] = a[2] * s;
}

// r += s a.
static inline void vec3_axpy(mjtNum r[3], mjtNum s, const mjtNum a[3]) {
  r[0] += a[0] * s;
  r[1] += a[1] * s;
  r[2] += a[2] * s;
}

static inline mjtNum vec3_dot(const mjtNum a[3], const mjtNum b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline mjtNum vec3_norm(const mjtNum a[3]) { return sqrt(vec3_dot(a, a)); }

static inline mjtNum vec3_distance(const mjtNum a[3], const mjtNum b[3]) {
  mjtNum d[3];
  vec3_sub(d, a, b);
  return vec3_norm(d);
}

// r = a x b, in place.
static inline void vec3_cross(mjtNum r[3], const mjtNum a[3], const mjtNum b[3]) {
  mjtNum x = a[1] * b[2] - a[2] * b[1];
  mjtNum y = a[2] * b[0] - a[0] * b[2];
  mjtNum z = a[0] * b[1] - a[1] * b[0];
  vec3_set(r, x, y, z);
}

// Normalise in place; returns the length before.  Shorter than mjMINVAL: becomes (1, 0, 0).
static inline mjtNum vec3_normalize(mjtNum a[3]) {
  mjtNum n = vec3_norm(a);
  if (n < mjMINVAL) {
    vec3_set(a, 1, 0, 0);
  } else {
    vec3_scale(a, a, 1 / n);
  }
  return n;
}

// Unit vectors u and v orthogonal to the unit vector n, so that (n, u, v) is right-handed.
static inline void vec3_tangents(mjtNum u[3], mjtNum v[3], const mjtNum n[3]) {
  int least = fabs(n[0]) <= fabs(n[1]) ? 0 : 1;
  if (fabs(n[2]) < fabs(n[least])) least = 2;
  vec3_zero(u);
  u[least] = 1;
  vec3_cross(u, n, u);
  vec3_normalize(u);
  vec3_cross(v, n, u);
}

// r = M a, in place; M is 3x3, row-major.
INLINED void mat3_mul_vec(mjtNum r[3], const mjtNum m[9], const mjtNum a[3]) {
  mjtNum x = m[0] * a[0] + m[1] * a[1] + m[2] * a[2];
  mjtNum y = m[3] * a[0] + m[4] * a[1] + m[5] * a[2];
  mjtNum z = m[6] * a[0] + m[7] * a[1] + m[8] * a[2];
  vec3_set(r, x, y, z);
}

// r = M' a, in place.
INLINED void mat3_tmul_vec(mjtNum r[3], const mjtNum m[9], const mjtNum a[3]) {
  mjtNum x = m[0] * a[0] + m[3] * a[1] + m[6] * a[2];
  mjtNum y = m[1] * a[0] + m[4] * a[1] + m[7] * a[2];
  mjtNum z = m[2] * a[0] + m[5] * a[1] + m[8] * a[2];
  vec3_set(r, x, y, z);
}

// r = A B.
static inline void mat3_mul(mjtNum r[9], const mjtNum a[9], const mjtNum b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      r[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
}

// r = A' B.
static inline void mat3_tmul(mjtNum r[9], const mjtNum a[9], const mjtNum b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      r[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
    }
  }
}

// r = A B'.
static inline void mat3_mul_t(mjtNum r[9], const mjtNum a[9], const mjtNum b[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) r[3 * i + j] = vec3_dot(a + 3 * i, b + 3 * j);
  }
}

static inline void mat3_unit(mjtNum r[9]) {
  memset(r, 0, 9 * sizeof(mjtNum));
  r[0] = r[4] = r[8] = 1;
}

// One by one: a load of several numbers waits for stores of one.
static inline void mat3_copy(mjtNum r[9], const mjtNum a[9]) {
  vec3_copy(r, a);
  vec3_copy(r + 3, a + 3);
  vec3_copy(r + 6, a + 6);
}
