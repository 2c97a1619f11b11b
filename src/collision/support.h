// Support points: the point of a shape farthest along a direction.  Inlined, because they are the
// inner loop of all general algorithms.
#pragma once

#include "collision/shape.h"
#include "math/lanes.h"
#include "math/vec3.h"

// 1 / sqrt(x) for x > 0, less exact by one ulp: the root and the quotient run in parallel rather
// than one after the other.  Latency matters here: each support point depends on the one before.
static inline mjtNum inverse_root(mjtNum x) { return sqrt(x) * (1 / x); }

// A direction in the frame of the shape.
LANES_INLINE void support_direction(mjtNum r[3], const convex_shape* s, const mjtNum dir[3]) {
  if (s->mat) {
    mat3_tmul_vec(r, s->mat, dir);
  } else {
    vec3_copy(r, dir);
  }
}

// Transform a support point from the frame to the surroundings, and inflate.
LANES_INLINE void support_out(mjtNum x[3], const convex_shape* s, const mjtNum local[3],
                              const mjtNum dir[3]) {
  if (s->mat) {
    mat3_mul_vec(x, s->mat, local);
    vec3_add(x, x, s->pos);
  } else {
    vec3_add(x, local, s->pos);
  }
  if (s->grow > 0) vec3_axpy(x, s->grow, dir);
}

LANES_INLINE void support_sphere(const convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  // written out, here and below: loops would become wide loads, which stall on numbers that have
  // just been stored singly
  mjtNum reach = s->size[0] + s->grow, x0 = s->pos[0] + reach * dir[0];
  mjtNum x1 = s->pos[1] + reach * dir[1], x2 = s->pos[2] + reach * dir[2];
  vec3_set(x, x0, x1, x2);
}

LANES_INLINE void support_capsule(const convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum axis[3] = {0, 0, 1}, reach = s->size[0] + s->grow;
  if (s->mat) vec3_set(axis, s->mat[2], s->mat[5], s->mat[8]);
  mjtNum half = vec3_dot(axis, dir) >= 0 ? s->size[1] : -s->size[1];
  mjtNum x0 = s->pos[0] + half * axis[0] + reach * dir[0];
  mjtNum x1 = s->pos[1] + half * axis[1] + reach * dir[1];
  mjtNum x2 = s->pos[2] + half * axis[2] + reach * dir[2];
  vec3_set(x, x0, x1, x2);
}

// Support points of the other shapes in their frame: w is the direction on input, the point on
// output.

LANES_INLINE void support_ellipsoid(const mjtNum size[3], mjtNum w[3]) {
  mjtNum s0 = size[0], s1 = size[1], s2 = size[2];
  mjtNum w0 = w[0] * s0, w1 = w[1] * s1, w2 = w[2] * s2;
  mjtNum length2 = w0 * w0 + w1 * w1 + w2 * w2;
  if (length2 < mjMINVAL * mjMINVAL) {
    vec3_set(w, s0, 0, 0);
  } else {
    mjtNum scale = inverse_root(length2);
    vec3_set(w, w0 * s0 * scale, w1 * s1 * scale, w2 * s2 * scale);
  }
}

LANES_INLINE void support_cylinder(const mjtNum size[3], mjtNum w[3]) {
  // a part across the axis that would vanish beside a direction of unit length is ignored
  mjtNum across2 = w[0] * w[0] + w[1] * w[1], none2 = mjMINVAL * mjMINVAL * (w[2] * w[2]);
  mjtNum scale = across2 > none2 ? inverse_root(across2) : 0;
  vec3_set(w, size[0] * w[0] * scale, size[0] * w[1] * scale, w[2] >= 0 ? size[1] : -size[1]);
}

// Returns the corner.
LANES_INLINE int support_box(const mjtNum size[3], mjtNum w[3]) {
  int corner = (w[0] >= 0) | (w[1] >= 0) << 1 | (w[2] >= 0) << 2;
  vec3_set(w, w[0] >= 0 ? size[0] : -size[0], w[1] >= 0 ? size[1] : -size[1],
           w[2] >= 0 ? size[2] : -size[2]);
  return corner;
}

// The vertices have no ids, so that the search for the depth ends when a vertex of the other shape
// repeats.  That is early, but it keeps contacts steady where a flat side rests on the field.
static inline int support_prism(const mjtNum (*prism)[3], mjtNum x[3], const mjtNum dir[3]) {
  int first = dir[2] < 0 ? 0 : 3;
  mjtNum x0 = vec3_dot(prism[first], dir), x1 = vec3_dot(prism[first + 1], dir);
  mjtNum x2 = vec3_dot(prism[first + 2], dir), most = x1 > x0 ? x1 : x0;
  // without branches, since the result is not predictable
  int second = x1 > x0, third = -(x2 > most);
  int best = first + ((second & ~third) | (2 & third));
  vec3_copy(x, prism[best]);
  return -1;
}

// The first of the farthest points.
static inline void support_points(const mjtNum (*point)[3], int n, mjtNum w[3]) {
  mjtNum most = vec3_dot(point[0], w);
  int best = 0;
  for (int i = 1; i < n; i++) {
    mjtNum x = vec3_dot(point[i], w);
    if (x > most) {
      most = x;
      best = i;
    }
  }
  vec3_copy(w, point[best]);
}

// The point of the shape farthest along a unit direction.  Returns the index of that vertex, -1 for
// shapes without vertices.
LANES_INLINE int shape_support(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  int vertex = -1;
  switch (s->type) {
    case mjGEOM_SPHERE: support_sphere(s, x, dir); return -1;
    case mjGEOM_CAPSULE: support_capsule(s, x, dir); return -1;
    case SHAPE_PRISM: return support_prism(s->prism, x, dir);
    default: break;
  }
  support_direction(w, s, dir);
  switch (s->type) {
    case mjGEOM_ELLIPSOID: support_ellipsoid(s->size, w); break;
    case mjGEOM_CYLINDER: support_cylinder(s->size, w); break;
    case mjGEOM_BOX: vertex = support_box(s->size, w); break;
    case SHAPE_POINTS: support_points(s->prism, s->nvert, w); break;
    default: {
      // kept in registers for the other shapes
      mjtNum along[3];
      vec3_copy(along, w);
      vertex = shape_farthest_vertex(s, w, along);
    }
  }
  support_out(x, s, w, dir);
  return vertex;
}
