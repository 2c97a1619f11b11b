// Rays p + t v, t >= 0, against a single object.  All functions return the smallest t (in units of
// the length of v), or -1 when there is no hit.
#pragma once

#include <engine/data_types.h>
#include "math/vec3.h"

// The smaller of two hits, either of which may be -1.
static inline mjtNum ray_nearer(mjtNum a, mjtNum b) {
  return a < 0 ? b : (b < 0 || a <= b ? a : b);
}

// The ray in the frame at pos, mat.
static inline void ray_to_local(mjtNum p[3], mjtNum v[3], const mjtNum pos[3], const mjtNum mat[9],
                                const mjtNum pnt[3], const mjtNum vec[3]) {
  vec3_sub(p, pnt, pos);
  mat3_tmul_vec(p, mat, p);
  mat3_tmul_vec(v, mat, vec);
}

// The real roots of a t^2 + 2 b t + c, ascending; -1 twice unless they are distinct.
// The first of them that is not negative is returned.
mjtNum ray_quadratic(mjtNum a, mjtNum b, mjtNum c, mjtNum root[2]);

// The box of half-sizes size around the origin.  Unless faces is NULL, the hits of the planes -x,
// +x, -y, ... that lie in the face, -1 for the others.
mjtNum ray_box(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3], mjtNum faces[6]);

// Whether the ray meets a sphere around the origin.
int ray_hits_sphere(mjtNum radius, const mjtNum p[3], const mjtNum v[3]);

// Two directions at right angles to the ray, in which triangles are looked at.
typedef struct {
  mjtNum u[3], w[3];
} ray_basis;

void ray_basis_make(ray_basis* b, const mjtNum v[3]);

// A triangle, from either side; t may be negative when it lies behind.
mjtNum ray_triangle(const ray_basis* basis, const mjtNum a[3], const mjtNum b[3], const mjtNum c[3],
                    const mjtNum p[3], const mjtNum v[3]);

// A geom of type mesh.  active (or NULL): the nodes of trees that are visited are marked.
mjtNum ray_mesh(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3], mjtByte* active);

// The index of the triangle that is hit, -1: none.
int ray_mesh_face(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                  const mjtNum vec[3]);

// A ray that ends after a multiple of vec.
typedef struct {
  const mjtNum *pnt, *vec;
  mjtNum t;
} ray_end;

// The normal of a geom where the ray meets it.
void ray_normal_of_geom(const mjModel* m, const mjData* d, int geom, ray_end r, mjtNum normal[3]);

// A geom of any type.
mjtNum ray_geom(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3]);

// Which geoms rays ignore.
typedef struct {
  const mjtByte* group;  // mjNGROUP flags, or NULL for all
  int with_static;
  int excluded_body;
} ray_filter;

int ray_sees_geom(const mjModel* m, const ray_filter* f, int geom);

// Whether the ray certainly misses the bounding sphere of a geom, or meets it only beyond t, its
// end (t < 0: no end yet).  vec2: squared length of vec.
int ray_misses_bound(const mjModel* m, const mjData* d, int geom, ray_end r, mjtNum vec2);
