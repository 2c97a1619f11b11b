#include "collision/ccd.h"
#include "math/vec3.h"

// Tilt a unit vector n by (s, t) along two unit vectors at right angles to it.
static void tilt(mjtNum r[3], const mjtNum n[3], const mjtNum u[3], const mjtNum v[3], mjtNum s,
                 mjtNum t) {
  vec3_copy(r, n);
  vec3_axpy(r, s, u);
  vec3_axpy(r, t, v);
  vec3_normalize(r);
}

// Extent of the difference A - B along n.
static mjtNum extent_along(convex_shape* a, convex_shape* b, const mjtNum n[3]) {
  minkowski_vertex w;
  minkowski_support(&w, a, b, n);
  return vec3_dot(w.v, n);
}

// Improve the normal n to one of minimal extent of the difference: tries tilts in four directions
// and halves them when none is better.  Returns that extent.
static mjtNum polish_normal(convex_shape* a, convex_shape* b, mjtNum n[3], mjtNum extent,
                            mjtNum angle) {
  mjtNum u[3], v[3], r[3];
  vec3_tangents(u, v, n);
  for (int step = 0; step < 200 && angle > 1e-9; step++) {
    int better = 0;
    for (int side = 0; side < 4 && !better; side++) {
      mjtNum s = side & 1 ? -angle : angle;
      tilt(r, n, u, v, side < 2 ? s : 0, side < 2 ? 0 : s);
      mjtNum e = extent_along(a, b, r);
      if (e < extent) {
        extent = e;
        vec3_copy(n, r);
        better = 1;
      }
    }
    if (better) {
      vec3_tangents(u, v, n);
    } else {
      angle /= 2;
    }
  }
  return extent;
}

static void axis_of(mjtNum z[3], const convex_shape* s) {
  vec3_set(z, 0, 0, 1);
  shape_direction_out(z, s);
}

// A normal along which overlapping flat cores have no extent: penetration depth 0.
static void flat_normal(const convex_shape* a, const convex_shape* b, mjtNum n[3]) {
  mjtNum za[3], zb[3], v[3];
  axis_of(za, a);
  axis_of(zb, b);
  vec3_cross(n, za, zb);
  if (vec3_normalize(n) < 1e-8) vec3_tangents(n, v, a->type == mjGEOM_CAPSULE ? za : zb);
}

// Witness points for a penetration of depth e->upper along the upper normal.
static void place_witness(convex_shape* a, convex_shape* b, const epa_query* e, mjtNum size,
                          ccd_result* r) {
  const mjtNum* n = e->upper_normal;
  minkowski_vertex w;
  minkowski_support(&w, a, b, n);
  for (int k = 0; k < 3; k++) {
    mjtNum mid = 0.5 * (e->x1[k] + e->x2[k]), out = 0.5 * e->upper * n[k];
    r->x1[k] = mid + out;
    r->x2[k] = mid - out;
  }
  if (fabs(vec3_dot(n, w.a) - vec3_dot(n, r->x1)) < 1e-7 * size) return;

  // the normal has changed from that of the face: use its own support points, each moved by half of
  // their distance across the normal
  mjtNum along = vec3_dot(n, w.v);
  for (int k = 0; k < 3; k++) {
    mjtNum across = 0.5 * (w.v[k] - along * n[k]);
    r->x1[k] = w.a[k] - across;
    r->x2[k] = w.b[k] + across;
  }
}

// Depth of overlapping cores.
static void penetrate(const mjData* d, gjk_query* q, mjtNum size, ccd_result* r) {
  convex_shape *a = q->a, *b = q->b;
  epa_query e = {
      .d = d, .a = a, .b = b, .tolerance = 1e-11 * size, .iterations = 1 << 20, .exact = 1};
  if (!epa_solve(&e, q->simplex, q->n) && !(gjk_enclose(q) && epa_solve(&e, q->simplex, 4))) {
    flat_normal(a, b, r->normal);
    r->dist = 0;
    vec3_copy(r->x1, q->x1);
    vec3_copy(r->x2, q->x1);
    return;
  }
  if (e.upper - e.depth > 1e-10 * size) {
    e.upper = polish_normal(a, b, e.upper_normal, e.upper, sqrt((e.upper - e.depth) / size));
  }
  r->dist = -e.upper;
  vec3_copy(r->normal, e.upper_normal);
  place_witness(a, b, &e, size, r);
}

void ccd_exact(const mjData* d, const convex_shape* a, const convex_shape* b, mjtNum cutoff,
               ccd_result* r) {
  convex_shape ra, rb, core_a, core_b;
  mjtNum mat[9];
  shapes_relative(&ra, &rb, mat, a, b);
  mjtNum rho1 = shape_core(&core_a, &ra), rho2 = shape_core(&core_b, &rb);
  r->has_face = 0;

  gjk_query q = {.a = &core_a,
                 .b = &core_b,
                 .tolerance = 0,
                 .iterations = 1000,
                 .cutoff = cutoff + rho1 + rho2,
                 .exact = 1};
  gjk_solve(&q);
  r->dist = INFINITY;
  if (!(q.dist < INFINITY)) return;
  if (q.dist > 1e-12 * q.scale) {
    r->dist = q.dist;
    vec3_copy(r->x1, q.x1);
    vec3_copy(r->x2, q.x2);
    vec3_sub(r->normal, r->x2, r->x1);
    vec3_normalize(r->normal);
  } else {
    penetrate(d, &q, q.scale, r);
  }

  r->dist -= rho1 + rho2;
  if (r->dist > cutoff) {
    r->dist = INFINITY;
    return;
  }
  vec3_axpy(r->x1, rho1, r->normal);
  vec3_axpy(r->x2, -rho2, r->normal);
  shape_point_out(r->x1, a);
  shape_point_out(r->x2, a);
  shape_direction_out(r->normal, a);
}
