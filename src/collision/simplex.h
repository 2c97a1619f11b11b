// The point of a simplex nearest to the origin.  Inlined, because this is the inner loop of the
// search for the distance.
//
// By signed volumes: the weights of the projection of the origin on the span of the simplex are
// ratios of volumes; a vertex whose weight is not positive is dropped, and of the resulting
// sub-simplices the nearest is kept.  The signs are computed without quotients and before the
// point, so that branches on signs do not wait for divisions.
#pragma once

#include "base/platform/compiler.h"
#include "collision/gjk.h"
#include "math/vec3.h"

// The nearest point found so far: its squared distance, and the vertices that span it as bits. Only
// a nearer point replaces it.
typedef struct {
  mjtNum x[3], d2;
  unsigned kept;
} nearest_point;

// The nearest point of a simplex of n <= 4 vertices.  All four vertices are kept when the origin is
// certainly inside, and x is then 0; none when the vertices are NaN.  simplex_nearest_thorough
// tests every face and edge; otherwise the signs of volumes, which are unreliable for flat
// simplices, decide which to test.
static inline void simplex_nearest(nearest_point* r, const minkowski_vertex* s, int n);
void simplex_nearest_thorough(nearest_point* r, const minkowski_vertex* s, int n);

// Remove the vertices that are not kept; returns how many remain.
static inline int simplex_keep(minkowski_vertex* s, unsigned kept);

// Weights of the n <= 3 vertices of a simplex for its nearest point, which all of them span.
void simplex_weights(mjtNum weight[3], const minkowski_vertex* s, int n);

// The point of the segment of vertices i, j.
static inline void nearest_on_segment(nearest_point* r, const minkowski_vertex* s, int i, int j) {
  const mjtNum *a = s[i].v, *b = s[j].v;
  mjtNum along[3], x[3];
  vec3_sub(along, b, a);
  mjtNum length2 = vec3_dot(along, along), way = -vec3_dot(a, along);
  unsigned kept;
  vec3_copy(x, a);
  if (way > 0 && way < length2) {
    vec3_axpy(x, way / length2, along);
    kept = 1u << i | 1u << j;
  } else if (vec3_dot(a, a) < vec3_dot(b, b)) {
    kept = 1u << i;
  } else {
    vec3_copy(x, b);
    kept = 1u << j;
  }
  mjtNum d2 = vec3_dot(x, x);
  if (!(d2 < r->d2)) return;
  vec3_copy(r->x, x);
  r->d2 = d2;
  r->kept = kept;
}

// A triangle: its normal, of any length, and the weights of its vertices for the projection of the
// origin, times the square of the normal.
typedef struct {
  mjtNum n[3], nn, weight[3];
} triangle_weights;

static inline triangle_weights weights_of_triangle(const mjtNum a[3], const mjtNum b[3],
                                                   const mjtNum c[3]) {
  triangle_weights t;
  mjtNum ab[3], ac[3], bc[3], area[3];
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_sub(bc, c, b);
  vec3_cross(t.n, ab, ac);
  t.nn = vec3_dot(t.n, t.n);
  vec3_cross(area, b, bc);
  t.weight[0] = vec3_dot(area, t.n);
  vec3_cross(area, ac, a);
  t.weight[1] = vec3_dot(area, t.n);
  vec3_cross(area, a, ab);
  t.weight[2] = vec3_dot(area, t.n);
  return t;
}

// The point of the triangle of vertices i, j, k.
static inline void nearest_on_triangle(nearest_point* r, const minkowski_vertex* s, int i, int j,
                                       int k, int thorough) {
  triangle_weights t = weights_of_triangle(s[i].v, s[j].v, s[k].v);
  int flat = !(t.nn > 0);
  int drop_i = flat | !(t.weight[0] > 0), drop_j = flat | !(t.weight[1] > 0);
  int drop_k = flat | !(t.weight[2] > 0);
  if (!(drop_i | drop_j | drop_k)) {
    mjtNum along = vec3_dot(s[i].v, t.n), scale = along / t.nn, d2 = along * scale;
    if (d2 < r->d2) {
      vec3_scale(r->x, t.n, scale);
      r->d2 = d2;
      r->kept = 1u << i | 1u << j | 1u << k;
    }
    if (!thorough) return;
  }
  if (drop_i | thorough) nearest_on_segment(r, s, j, k);
  if (drop_j | thorough) nearest_on_segment(r, s, k, i);
  if (drop_k | thorough) nearest_on_segment(r, s, i, j);
}

static inline int same_sign(mjtNum a, mjtNum b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

// Whether each of four volumes exceeds the rounding errors of the product of its three edges.
static inline int surely_inside(const minkowski_vertex* s, const mjtNum volume[4]) {
  mjtNum length[4], product = 1e-15;
  for (int i = 0; i < 4; i++) product *= length[i] = vec3_norm(s[i].v);
  for (int i = 0; i < 4; i++) {
    if (!(fabs(volume[i]) * length[i] > product)) return 0;
  }
  return 1;
}

// The faces of a tetrahedron to test, as bits of the vertices opposite to them; none when the
// origin is inside, all when that is in doubt.
static inline unsigned faces_towards_origin(const minkowski_vertex* s) {
  mjtNum c01[3], c23[3], volume[4];
  vec3_cross(c01, s[0].v, s[1].v);
  vec3_cross(c23, s[2].v, s[3].v);
  volume[0] = vec3_dot(s[1].v, c23);
  volume[1] = -vec3_dot(s[0].v, c23);
  volume[2] = vec3_dot(s[3].v, c01);
  volume[3] = -vec3_dot(s[2].v, c01);
  mjtNum total = volume[0] + volume[1] + volume[2] + volume[3];
  unsigned faces = 0;
  for (int i = 0; i < 4; i++) faces |= (unsigned)!same_sign(volume[i], total) << i;
  return faces || surely_inside(s, volume) ? faces : 15;
}

// Initialise the result.  For a point or a segment it is final, and 1 is returned.
static inline int nearest_start(nearest_point* r, const minkowski_vertex* s, int n) {
  r->d2 = INFINITY;
  r->kept = 0;
  vec3_zero(r->x);
  if (n == 1) {
    vec3_copy(r->x, s[0].v);
    r->kept = 1;
  } else if (n == 2) {
    nearest_on_segment(r, s, 0, 1);
  }
  return n <= 2;
}

static inline void simplex_nearest(nearest_point* r, const minkowski_vertex* s, int n) {
  static const unsigned char face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  if (nearest_start(r, s, n)) return;
  // a triangle is the face opposite to an imagined fourth vertex
  unsigned faces = n == 3 ? 8 : faces_towards_origin(s);
  if (faces == 0 || faces == 15) {
    simplex_nearest_thorough(r, s, n);
    return;
  }
  do {
    int i = bits_lowest(faces);
    nearest_on_triangle(r, s, face[i][0], face[i][1], face[i][2], 0);
    faces &= faces - 1;
  } while (faces);
}

// Copied number by number: a wide load would stall on numbers that have just been stored singly.
static inline void move_vertex(minkowski_vertex* to, const minkowski_vertex* from) {
  vec3_copy(to->v, from->v);
  vec3_copy(to->a, from->a);
  vec3_copy(to->b, from->b);
  to->id_a = from->id_a;
  to->id_b = from->id_b;
  to->last_a = from->last_a;
  to->last_b = from->last_b;
}

static inline int simplex_keep(minkowski_vertex* s, unsigned kept) {
  int n = 0;
  for (int i = 0; kept >> i; i++) {
    if (!(kept >> i & 1)) continue;
    if (n != i) move_vertex(s + n, s + i);
    n++;
  }
  return n;
}
