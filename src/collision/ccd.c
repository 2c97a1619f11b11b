#include "collision/ccd.h"

#include "collision/epa.h"
#include "collision/segment_cylinder.h"
#include "collision/segment_ellipsoid.h"
#include "math/vec3.h"

// Move the witness points of the cores out to the surfaces.
static void add_radii(ccd_result* r, mjtNum rho1, mjtNum rho2, const mjtNum out[3]) {
  vec3_axpy(r->x1, rho1, out);
  vec3_axpy(r->x2, -rho2, out);
}

// Results of a query are not initialised: that would cost as much as a search step.
static void query_set(gjk_query* q, convex_shape* a, convex_shape* b, const ccd_options* o) {
  q->a = a;
  q->b = b;
  q->tolerance = o->tolerance;
  q->iterations = o->iterations;
  q->cutoff = o->cutoff;
  q->contact = q->exact = 0;
}

// Distance of cores for which there is a formula; returns 0 when there is none.  Spheres are left
// to the search, which is fast for them.
static int solve_by_formula(gjk_query* q) {
  if (q->a->type != mjGEOM_CAPSULE) return 0;
  if (q->b->type == mjGEOM_ELLIPSOID) return segment_ellipsoid(q);
  return q->b->type == mjGEOM_CYLINDER && segment_cylinder(q);
}

// Separation of shapes, at least one of which is round, by the distance of their cores.  Returns 0
// when the cores overlap, so that there is no direction.
static int separate_cores(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r) {
  convex_shape core_a, core_b;
  mjtNum rho1 = shape_core(&core_a, a), rho2 = shape_core(&core_b, b);
  gjk_query q;
  query_set(&q, &core_a, &core_b, o);
  q.cutoff += rho1 + rho2;
  if (!solve_by_formula(&q)) gjk_solve(&q);
  r->dist = q.dist - rho1 - rho2;
  if (!(q.dist > o->tolerance)) return 0;
  if (!(q.dist < INFINITY)) {
    vec3_scale(r->normal, q.apart, -1);
    return 1;
  }
  mjtNum out[3];
  vec3_copy(r->x1, q.x1);
  vec3_copy(r->x2, q.x2);
  vec3_sub(out, r->x2, r->x1);
  vec3_normalize(out);
  add_radii(r, rho1, rho2, out);
  vec3_copy(r->normal, out);
  if (r->dist > o->cutoff) r->dist = INFINITY;
  return 1;
}

// Search for the distance, or the depth of an overlap.
static void search(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r) {
  gjk_query q;
  query_set(&q, a, b, o);
  q.contact = o->cutoff == 0;
  gjk_solve(&q);
  r->dist = q.dist;
  if (!(q.dist < INFINITY)) {
    vec3_scale(r->normal, q.apart, -1);
    return;
  }
  if (!(q.dist <= o->tolerance)) {
    if (q.dist > o->cutoff) r->dist = INFINITY;
    vec3_copy(r->x1, q.x1);
    vec3_copy(r->x2, q.x2);
    vec3_sub(r->normal, r->x2, r->x1);
    vec3_normalize(r->normal);
    return;
  }

  epa_query e;
  e.d = o->d;
  e.a = a;
  e.b = b;
  e.tolerance = o->tolerance;
  e.iterations = o->iterations;
  e.exact = 0;
  e.face = o->with_face ? r->face : NULL;
  if (!epa_solve(&e, q.simplex, q.n) && !(gjk_enclose(&q) && epa_solve(&e, q.simplex, 4))) {
    r->dist = 0;
    return;
  }
  r->dist = -e.depth;
  vec3_copy(r->x1, e.x1);
  vec3_copy(r->x2, e.x2);
  vec3_copy(r->normal, e.normal);
  r->has_face = e.face != NULL;
}

// Both shapes in the frame of the first.
static void solve(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r) {
  if ((shape_is_round(a) || shape_is_round(b)) && separate_cores(a, b, o, r)) return;
  search(a, b, o, r);
}

void ccd_native(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r) {
  r->has_face = 0;
  if (shape_is_surroundings(a)) {
    solve(a, b, o, r);
    return;
  }
  convex_shape ra, rb;
  mjtNum mat[9];
  // use the frame of the mesh: its support points are the slowest, and then need no rotated
  // directions
  const convex_shape* base = b->vert && !a->vert ? b : a;
  if (base == b) {
    shapes_relative(&rb, &ra, mat, b, a);
  } else {
    shapes_relative(&ra, &rb, mat, a, b);
  }
  solve(&ra, &rb, o, r);
  a->last = ra.last;
  b->last = rb.last;
  if (!(r->dist < INFINITY)) return;
  shape_point_out(r->x1, base);
  shape_point_out(r->x2, base);
  shape_direction_out(r->normal, base);
}
