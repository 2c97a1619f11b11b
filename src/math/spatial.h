// Spatial vectors and inertias about a common origin, inlined.
//
// Motion vectors are (angular, linear), force vectors (torque, force).  The origin is the centre of
// mass of the kinematic tree.  The spatial inertia of a body about it is 10 numbers, as in
// mjData.cinert: Ixx Iyy Izz Ixy Ixz Iyz of the rotational inertia about the origin, the mass times
// the offset of the body's centre of mass from the origin (3), the mass.
#pragma once

#include "math/pair.h"
#include "math/vec3.h"

// r = v x u for motion vectors: the rate of change of u when it moves with v.
static inline void spatial_cross_motion(mjtNum r[6], const mjtNum v[6], const mjtNum u[6]) {
  mjtNum t[3];
  vec3_cross(r, v, u);
  vec3_cross(r + 3, v, u + 3);
  vec3_cross(t, v + 3, u);
  vec3_add(r + 3, r + 3, t);
}

// r = v x* f: the rate of change of a force vector f that moves with v.
static inline void spatial_cross_force(mjtNum r[6], const mjtNum v[6], const mjtNum f[6]) {
  mjtNum t[3];
  vec3_cross(r, v, f);
  vec3_cross(t, v + 3, f + 3);
  vec3_add(r, r, t);
  vec3_cross(r + 3, v, f + 3);
}

// r = I v: the momentum of a body with inertia I and motion v.
static inline void spatial_inertia_mul(mjtNum r[6], const mjtNum i[10], const mjtNum v[6]) {
  r[0] = i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5];
  r[1] = i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5];
  r[2] = i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4];
  r[3] = i[8] * v[1] - i[7] * v[2] + i[9] * v[3];
  r[4] = i[6] * v[2] - i[8] * v[0] + i[9] * v[4];
  r[5] = i[7] * v[0] - i[6] * v[1] + i[9] * v[5];
}

// The same for two motion vectors, one in each half of the pairs; i holds the inertia in both
// halves.
static inline void spatial_inertia_mul_pairs(pair r[6], const pair i[10], const pair v[6]) {
  pair t;
  t = pair_add_mul(pair_mul(i[0], v[0]), i[3], v[1]);
  r[0] = pair_add_mul(pair_sub_mul(pair_add_mul(t, i[4], v[2]), i[8], v[4]), i[7], v[5]);
  t = pair_add_mul(pair_mul(i[3], v[0]), i[1], v[1]);
  r[1] = pair_sub_mul(pair_add_mul(pair_add_mul(t, i[5], v[2]), i[8], v[3]), i[6], v[5]);
  t = pair_add_mul(pair_mul(i[4], v[0]), i[5], v[1]);
  r[2] = pair_add_mul(pair_sub_mul(pair_add_mul(t, i[2], v[2]), i[7], v[3]), i[6], v[4]);
  r[3] = pair_add_mul(pair_sub_mul(pair_mul(i[8], v[1]), i[7], v[2]), i[9], v[3]);
  r[4] = pair_add_mul(pair_sub_mul(pair_mul(i[6], v[2]), i[8], v[0]), i[9], v[4]);
  r[5] = pair_add_mul(pair_sub_mul(pair_mul(i[7], v[0]), i[6], v[1]), i[9], v[5]);
}

static inline mjtNum dot6(const mjtNum a[6], const mjtNum b[6]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

// r = K x and r = K' x, K 6 x 6.
static inline void mat6_mul(mjtNum r[6], const mjtNum K[36], const mjtNum x[6]) {
  for (int i = 0; i < 6; i++) r[i] = dot6(K + 6 * i, x);
}
static inline void mat6_tmul(mjtNum r[6], const mjtNum K[36], const mjtNum x[6]) {
  for (int i = 0; i < 6; i++) r[i] = 0;
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) r[k] += x[i] * K[6 * i + k];
  }
}

// r = a, two at a time as sums are stored: a load of more would wait for the stores.
static inline void copy6(mjtNum r[6], const mjtNum a[6]) {
  for (int k = 0; k < 6; k += 2) pair_store(r + k, pair_load(a + k));
}

// r = a, stored as copy6 and add6 load it.
static inline void put6(mjtNum r[6], const mjtNum a[6]) {
  for (int k = 0; k < 6; k += 2) pair_store(r + k, pair_of(a[k], a[k + 1]));
}

static inline void add6(mjtNum r[6], const mjtNum a[6]) {
  for (int k = 0; k < 6; k += 2) pair_store(r + k, pair_load(r + k) + pair_load(a + k));
}

static inline void add10(mjtNum r[10], const mjtNum a[10]) {
  for (int k = 0; k < 10; k += 2) pair_store(r + k, pair_load(r + k) + pair_load(a + k));
}

// r += s a
static inline void axpy6(mjtNum r[6], mjtNum s, const mjtNum a[6]) {
  for (int k = 0; k < 6; k += 2) {
    pair_store(r + k, pair_add_mul(pair_load(r + k), pair_all(s), pair_load(a + k)));
  }
}
