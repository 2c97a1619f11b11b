// Models made of loose geoms, without the compiler: what collision reads of them and no more.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>
#include "math/quat.h"
#include "model/allocate.h"

// ----- random numbers, the same on every machine

typedef struct {
  uint64_t state;
} rng;

static inline double rng_unit(rng* r) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  uint64_t x = r->state;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 32;
  return (double)(x >> 11) * 0x1p-53;
}

static inline double rng_range(rng* r, double lo, double hi) {
  return lo + (hi - lo) * rng_unit(r);
}

static inline double rng_log(rng* r, double lo, double hi) {
  return exp(rng_range(r, log(lo), log(hi)));
}

static inline int rng_int(rng* r, int n) { return (int)(n * rng_unit(r)); }

static inline void rng_direction(rng* r, mjtNum v[3]) {
  do {
    for (int k = 0; k < 3; k++) v[k] = rng_range(r, -1, 1);
  } while (vec3_norm(v) > 1 || vec3_norm(v) < 0.1);
  vec3_normalize(v);
}

static inline void rng_rotation(rng* r, mjtNum mat[9]) {
  mjtNum axis[3], quat[4];
  rng_direction(r, axis);
  quat_from_axis_angle(quat, axis, rng_range(r, 0, 2 * mjPI));
  quat_to_mat3(mat, quat);
}

// ----- scenes

enum { SCENE_MESH_VERTS = 40 };

// One body a geom; the world has none.  Geoms that are meshes own mesh i of MESH_VERTS vertices, of
// which mesh_vertnum are used; there is no hull graph.
typedef struct {
  mjModel* m;
  mjData* d;
} scene;

static inline scene scene_make(int ngeom, const int* type) {
  mjModel sizes;
  memset(&sizes, 0, sizeof sizes);
  sizes.nbody = ngeom + 1;
  sizes.ngeom = ngeom;
  sizes.nmesh = ngeom;
  sizes.nmeshvert = ngeom * SCENE_MESH_VERTS;
  sizes.nnames = 1;
  sizes.npaths = 1;
  sizes.narena = (mjtSize)(1 + ngeom / 100) << 23;
  scene s = {.m = model_allocate(&sizes)};
  assert_non_null(s.m);
  mjModel* m = s.m;
  mj_defaultOption(&m->opt);
  for (int g = 0; g < ngeom; g++) {
    int b = g + 1;
    m->body_weldid[b] = b;
    m->body_rootid[b] = b;
    m->body_geomnum[b] = 1;
    m->body_geomadr[b] = g;
    m->body_contype[b] = m->body_conaffinity[b] = 1;
    m->body_bvhadr[b] = -1;
    m->geom_type[g] = type[g];
    m->geom_bodyid[g] = b;
    m->geom_contype[g] = m->geom_conaffinity[g] = 1;
    m->geom_condim[g] = 3;
    m->geom_dataid[g] = type[g] == mjGEOM_MESH ? g : -1;
    m->geom_matid[g] = m->geom_plugin[g] = -1;
    m->geom_solmix[g] = 1;
    m->geom_rgba[4 * g + 3] = 1;
    mj_defaultSolRefImp(m->geom_solref + mjNREF * g, m->geom_solimp + mjNIMP * g);
    m->mesh_vertadr[g] = SCENE_MESH_VERTS * g;
    m->mesh_graphadr[g] = m->mesh_bvhadr[g] = m->mesh_octadr[g] = -1;
  }
  m->body_bvhadr[0] = -1;
  s.d = mj_makeData(m);
  assert_non_null(s.d);
  return s;
}

static inline void scene_delete(scene s) {
  mj_deleteData(s.d);
  mj_deleteModel(s.m);
}

// The radius of the bounding sphere, and the box around the geom, from the type and size.
static inline void scene_set_bound(scene s, int g) {
  const mjtNum* size = s.m->geom_size + 3 * g;
  mjtNum r = 0, *half = s.m->geom_aabb + 6 * g + 3;
  vec3_zero(half - 3);
  switch (s.m->geom_type[g]) {
    case mjGEOM_SPHERE:
      r = size[0];
      vec3_set(half, r, r, r);
      break;
    case mjGEOM_CAPSULE:
      r = size[0] + size[1];
      vec3_set(half, size[0], size[0], r);
      break;
    case mjGEOM_CYLINDER:
      r = sqrt(size[0] * size[0] + size[1] * size[1]);
      vec3_set(half, size[0], size[0], size[1]);
      break;
    case mjGEOM_ELLIPSOID:
      r = fmax(size[0], fmax(size[1], size[2]));
      vec3_copy(half, size);
      break;
    case mjGEOM_BOX:
      r = vec3_norm(size);
      vec3_copy(half, size);
      break;
    case mjGEOM_MESH: {
      int mesh = s.m->geom_dataid[g];
      const float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[mesh];
      vec3_zero(half);
      for (int i = 0; i < s.m->mesh_vertnum[mesh]; i++) {
        for (int k = 0; k < 3; k++) half[k] = fmax(half[k], fabs(v[3 * i + k]));
        r = fmax(r, sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] +
                         v[3 * i + 2] * v[3 * i + 2]));
      }
      break;
    }
    default: break;
  }
  s.m->geom_rbound[g] = r;
}

// Random sizes around scale; a mesh gets random vertices.
static inline void scene_random_size(scene s, int g, rng* r, double scale) {
  for (int k = 0; k < 3; k++) s.m->geom_size[3 * g + k] = scale * rng_log(r, 0.1, 1);
  if (s.m->geom_type[g] == mjGEOM_MESH) {
    int mesh = s.m->geom_dataid[g];
    s.m->mesh_vertnum[mesh] = 4 + rng_int(r, SCENE_MESH_VERTS - 3);
    float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[mesh];
    mjtNum mean[3] = {0};
    int n = s.m->mesh_vertnum[mesh];
    for (int i = 0; i < n; i++) {
      mjtNum x[3];
      rng_direction(r, x);
      for (int k = 0; k < 3; k++) {
        v[3 * i + k] = (float)(x[k] * s.m->geom_size[3 * g + k]);
        mean[k] += v[3 * i + k] / n;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++) v[3 * i + k] -= (float)mean[k];
    }
  }
  scene_set_bound(s, g);
}

static inline void scene_place(scene s, int g, const mjtNum pos[3], const mjtNum mat[9]) {
  vec3_copy(s.d->geom_xpos + 3 * g, pos);
  mat3_copy(s.d->geom_xmat + 9 * g, mat);
}
