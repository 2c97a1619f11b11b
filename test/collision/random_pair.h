// Pairs of convex geoms of random size and orientation, apart, touching or overlapping.
#pragma once

#include "min_norm.h"

static const int convex_types[] = {mjGEOM_SPHERE,   mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                                   mjGEOM_CYLINDER, mjGEOM_BOX,     mjGEOM_MESH};
enum { NTYPE = 6 };

static inline mjtNum size_of_pair(scene s) {
  return fmax(s.m->geom_rbound[0], s.m->geom_rbound[1]);
}

// Two geoms of random size and orientation, at a gap that is negative, tiny or large.
static inline void random_pair(scene s, rng* r) {
  mjtNum scale = rng_int(r, 4) ? 1 : rng_log(r, 1e-2, 1e2), mat[9], pos[3], dir[3];
  for (int g = 0; g < 2; g++) {
    scene_random_size(s, g, r, scale);
    rng_rotation(r, mat);
    for (int k = 0; k < 3; k++) pos[k] = scale * rng_range(r, -1, 1);
    scene_place(s, g, pos, mat);
  }
  // move the second along a line until it is as far from the first as wanted, or about so
  static const mjtNum gaps[] = {1, 0.3, 1e-2, 1e-4, 1e-7, 0, -1e-7, -1e-4, -1e-2, -0.1, -0.5, -2};
  mjtNum gap = scale * gaps[rng_int(r, 12)];
  rng_direction(r, dir);
  mjtNum back[3] = {-dir[0], -dir[1], -dir[2]}, a[3], b[3];
  oracle_support(s, 0, dir, a);
  oracle_support(s, 1, back, b);
  vec3_sub(pos, a, b);
  vec3_axpy(pos, gap, dir);
  vec3_add(s.d->geom_xpos + 3, s.d->geom_xpos + 3, pos);
}
