// Steps of the recursive Newton-Euler algorithm, about the centre of mass of each body's tree.
#pragma once

#include <engine/data_types.h>

#include "math/spatial.h"

// Acceleration of the world: minus gravity, so that gravity acts on all bodies.
static inline void world_acceleration(const mjModel* m, mjtNum cacc[6]) {
  mjtNum up[6] = {0};
  if (!mjDISABLED(mjDSBL_GRAVITY)) vec3_scale(up + 3, m->opt.gravity, -1);
  put6(cacc, up);
}

// acc: on entry the acceleration of the parent of b, on return that of b; qacc may be NULL for
// zero.
static inline void body_acceleration(const mjModel* m, const mjData* d, int b, const mjtNum* qacc,
                                     mjtNum acc[6]) {
  int first = m->body_dofadr[b], end = first + m->body_dofnum[b];
  for (int i = first; i < end; i++) axpy6(acc, d->qvel[i], d->cdof_dot + 6 * i);
  for (int i = first; qacc && i < end; i++) axpy6(acc, qacc[i], d->cdof + 6 * i);
}

// The force that gives body b the acceleration acc at velocity cvel: I acc + v x* (I v).  Both
// products with the inertia are computed together.
static inline void body_inertial_force(const mjData* d, int b, const mjtNum acc[6],
                                       mjtNum force[6]) {
  const mjtNum* vel = d->cvel + 6 * b;
  const mjtNum* inertia = d->cinert + 10 * b;
  pair v[6], I[10], f[6];
  for (int k = 0; k < 6; k++) v[k] = pair_of(acc[k], vel[k]);
  for (int k = 0; k < 10; k++) I[k] = pair_all(inertia[k]);
  spatial_inertia_mul_pairs(f, I, v);

  mjtNum momentum[6], gyroscopic[6], sum[6];
  for (int k = 0; k < 6; k++) momentum[k] = pair_second(f[k]);
  spatial_cross_force(gyroscopic, vel, momentum);
  for (int k = 0; k < 6; k++) sum[k] = pair_first(f[k]) + gyroscopic[k];
  put6(force, sum);
}

// qfrc += velocity-dependent force of tendon armature: J' armature (dJ/dt qvel).
void add_tendon_bias(const mjModel* m, mjData* d, mjtNum* qfrc);
