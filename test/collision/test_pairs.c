// Contacts of every pair of types against independent solvers, over random shapes and poses.
//
// The law, whatever the types: along the normal of the deepest contact the two geoms overlap by its
// depth (are apart by its distance), no other direction gets them apart in less, and the two points
// at half that distance before and behind its position are where each reaches farthest.
#include "random_pair.h"

#include <engine/collision.h>

enum { PER_PAIR = 250 };

static int is_pair(const int type[2], int a, int b) { return type[0] == a && type[1] == b; }

static int is_round(int type) { return type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE; }

static int is_flat(int type) { return type == mjGEOM_BOX || type == mjGEOM_MESH; }

// How far from the truth contacts may be, in parts of the size of the pair: those of formulas and
// of hulls of points by rounding; those of iterations by the tolerance at which they stop, a depth,
// or where all ways out are about as long, as from the middle of a ball, by how finely as many
// points as there are iterations cover it.  Near a minimum the square of a turn is of the order of
// the change: the normal is known less well.
typedef struct {
  mjtNum depth, along;
} tolerance;

static int is_exact(const int type[2]) {
  return (is_round(type[0]) && (is_round(type[1]) || type[1] == mjGEOM_BOX)) ||
         is_pair(type, mjGEOM_SPHERE, mjGEOM_CYLINDER) || (is_flat(type[0]) && is_flat(type[1]));
}

static tolerance tolerance_of(scene s, int by_iterations, mjtNum way_out) {
  mjtNum size = size_of_pair(s), depth = 2 * s.m->opt.ccd_tolerance;
  if (!by_iterations) return (tolerance){1e-8 * size, 1e-8 * size};
  depth += 2 * fmax(way_out, 0) / s.m->opt.ccd_iterations;
  return (tolerance){depth, 4 * sqrt(depth * size)};
}

// The signed distance of the pair and whether it is known; touching pairs have none.
typedef struct {
  mjtNum dist;
  enum { APART, OVERLAP, UNCLEAR } relation;
} known_pair;

static known_pair know(scene s, rng* r) {
  mjtNum size = size_of_pair(s);
  distance_bounds b = oracle_distance(s, 0, 1);
  if (b.lower > 1e-10 * size) return (known_pair){0.5 * (b.lower + b.upper), APART};
  if (b.upper >= 1e-10 * size) return (known_pair){0, UNCLEAR};
  // any direction bounds the depth: also one that has been found without being independent
  mjtNum depth = fmin(oracle_depth(s, 0, 1, r), -b.lower), fromto[6], n[3];
  mj_geomDistance(s.m, s.d, 0, 1, 1, fromto);
  vec3_sub(n, fromto, fromto + 3);
  if (vec3_norm(n) > 1e-9 * size) depth = fmin(depth, oracle_extent(s, 0, 1, n));
  return (known_pair){-depth, depth > 1e-9 * size ? OVERLAP : UNCLEAR};
}

static const mjContact* deepest(const mjContact* con, int n) {
  const mjContact* best = con;
  for (int i = 1; i < n; i++) {
    if (con[i].dist < best->dist) best = con + i;
  }
  return best;
}

static void check_deepest(scene s, const mjContact* c, mjtNum dist, tolerance tol,
                          const char* what) {
  const mjtNum* n = c->frame;
  mjtNum a[3], b[3], back[3] = {-n[0], -n[1], -n[2]};
  assert_true(fabs(vec3_norm(n) - 1) < 1e-12);
  if (!(fabs(c->dist - dist) <= tol.depth)) {
    fail_msg("%s: distance %.12g, must be %.12g", what, c->dist, dist);
  }
  oracle_support(s, 0, n, a);
  oracle_support(s, 1, back, b);
  mjtNum along = vec3_dot(a, n) - vec3_dot(b, n);
  if (!(fabs(along + c->dist) <= tol.along)) {
    fail_msg("%s: distance %.12g, along its normal %.12g", what, c->dist, -along);
  }
  mjtNum off = vec3_dot(c->pos, n) - c->dist / 2 - vec3_dot(a, n);
  if (!(fabs(off) <= tol.along)) fail_msg("%s: position off the middle by %g", what, off);
}

// Position and its two surface points are on both geoms, or as near as the contact is deep.
static void check_position(scene s, const mjContact* c, mjtNum tol, const char* what) {
  for (int g = s.m->geom_type[0] == mjGEOM_PLANE; g < 2; g++) {
    mjtNum dir[3], x[3], far = 0;
    for (int i = 0; i < 100; i++) {
      mjtNum z = 1 - 2 * (i + 0.5) / 100, a = i * 2.399963229728653, q = sqrt(1 - z * z);
      vec3_set(dir, q * cos(a), q * sin(a), z);
      oracle_support(s, g, dir, x);
      far = fmax(far, vec3_dot(c->pos, dir) - vec3_dot(x, dir));
    }
    if (far > fabs(c->dist) / 2 + tol) fail_msg("%s: position %g off geom %d", what, far, g);
  }
}

// Capsules whose segment goes through the box have contacts at its ends, not the deepest ones.
static int is_stuck(scene s, const int type[2]) {
  if (!is_pair(type, mjGEOM_CAPSULE, mjGEOM_BOX)) return 0;
  mjtNum radius = s.m->geom_size[0];
  s.m->geom_size[0] = 0;
  mjtNum apart = oracle_distance(s, 0, 1).lower;
  s.m->geom_size[0] = radius;
  return apart < 1e-6 * size_of_pair(s);
}

// All contacts of the pair in its present pose; what there is of it to know.
static void check_pair(scene s, const int type[2], mjtNum margin, rng* r, const char* what) {
  // inflated hulls are no hulls of points
  int by_iterations = !is_exact(type) || (margin > 0 && is_flat(type[0]));
  known_pair known = know(s, r);
  tolerance tol = tolerance_of(s, by_iterations, margin - known.dist);
  s.m->geom_margin[0] = s.m->body_margin[1] = margin;
  mj_collision(s.m, s.d);
  const mjContact* con = s.d->contact;
  int n = s.d->ncon;
  // without margin nothing that is apart may touch, however near
  mjtNum doubt = margin > 0 ? tol.depth : 0;
  if (known.relation == UNCLEAR || fabs(known.dist - margin) <= doubt || is_stuck(s, type)) return;
  if ((known.dist < margin) != (n > 0)) {
    fail_msg("%s: %d contacts at distance %g with margin %g", what, n, known.dist, margin);
  }
  if (!n) return;
  for (int k = 0; k < n; k++) check_position(s, con + k, tol.along, what);
  check_deepest(s, deepest(con, n), known.dist, tol, what);
}

static void check_seed(scene s, const int type[2], int i, int j, int seed) {
  char what[80];
  rng r = {(uint64_t)(seed + 1) * 900001u + i * 31 + j};
  snprintf(what, sizeof what, "types %d %d, seed %d", type[0], type[1], seed);
  // enough of them to end by the tolerance
  s.m->opt.ccd_iterations = 300;
  random_pair(s, &r);
  check_pair(s, type, seed % 3 ? 0 : 0.2 * size_of_pair(s), &r, what);
}

static void contacts_agree_with_an_independent_solver(void** state) {
  (void)state;
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {convex_types[i], convex_types[j]};
      if (is_pair(type, mjGEOM_BOX, mjGEOM_BOX)) continue;
      scene s = scene_make(2, type);
      for (int seed = 0; seed < PER_PAIR; seed++) check_seed(s, type, i, j, seed);
      scene_delete(s);
    }
  }
}

// Of ten times as many poses, those in which the polytope ended on a face that was not on the
// boundary: the depth nearly right, the normal anything.
static void the_last_face_is_on_the_boundary(void** state) {
  (void)state;
  static const int pose[][3] = {
      {3, 3, 1408}, {3, 5, 680}, {3, 5, 1256}, {3, 5, 1996}, {4, 5, 1333}};
  for (size_t k = 0; k < sizeof pose / sizeof *pose; k++) {
    int i = pose[k][0], j = pose[k][1], type[2] = {convex_types[i], convex_types[j]};
    scene s = scene_make(2, type);
    check_seed(s, type, i, j, pose[k][2]);
    scene_delete(s);
  }
}

// ----- two boxes: the axis of least overlap, halved in depth if it is that of a face

typedef struct {
  mjtNum overlap, normal[3];
  int edge;
} box_axis;

// Of the 15 axes that may separate them, both ways.
static box_axis least_overlap(scene s) {
  const mjtNum *a = s.d->geom_xmat, *b = s.d->geom_xmat + 9;
  box_axis best = {.overlap = INFINITY};
  for (int i = 0; i < 15; i++) {
    mjtNum n[3];
    if (i < 6) {
      const mjtNum* mat = i < 3 ? a : b;
      for (int k = 0; k < 3; k++) n[k] = mat[3 * k + i % 3];
    } else {
      mjtNum u[3], v[3];
      for (int k = 0; k < 3; k++) {
        u[k] = a[3 * k + (i - 6) / 3];
        v[k] = b[3 * k + (i - 6) % 3];
      }
      vec3_cross(n, u, v);
      if (vec3_norm(n) < 1e-9) continue;
    }
    for (int side = 0; side < 2; side++) {
      vec3_scale(n, n, -1);
      mjtNum e = oracle_extent(s, 0, 1, n);
      if (e >= best.overlap) continue;
      best.overlap = e;
      best.edge = i >= 6;
      vec3_scale(best.normal, n, 1 / vec3_norm(n));
    }
  }
  return best;
}

static void boxes_touch_along_the_axis_of_least_overlap(void** state) {
  (void)state;
  int type[2] = {mjGEOM_BOX, mjGEOM_BOX}, faces = 0, edges = 0;
  scene s = scene_make(2, type);
  for (int seed = 0; seed < 40 * PER_PAIR; seed++) {
    char what[80];
    rng r = {(uint64_t)seed + 77};
    snprintf(what, sizeof what, "seed %d", seed);
    random_pair(s, &r);
    mjtNum size = size_of_pair(s), tol = 1e-9 * size, shallow = 0.1 * size;
    for (int i = 0; i < 6; i++) shallow = fmin(shallow, 0.4 * s.m->geom_size[i]);
    mj_collision(s.m, s.d);
    box_axis axis = least_overlap(s);
    if (fabs(axis.overlap) < tol) continue;
    if (axis.overlap < 0) {
      assert_int_equal(s.d->ncon, 0);
      continue;
    }
    // deeper ones may have lost the points that are outside of both
    if (axis.overlap > shallow) continue;
    if (!s.d->ncon) fail_msg("%s: overlap %g, no contact", what, axis.overlap);
    mjtNum least = INFINITY, depth = axis.edge ? axis.overlap : axis.overlap / 2;
    for (int i = 0; i < s.d->ncon; i++) {
      const mjContact* c = s.d->contact + i;
      if (vec3_distance(c->frame, axis.normal) > 1e-6) {
        fail_msg("%s: normal is off by %g", what, vec3_distance(c->frame, axis.normal));
      }
      check_position(s, c, 2 * fabs(c->dist) + tol, what);
      least = fmin(least, fabs(-c->dist - depth));
    }
    if (least > tol) fail_msg("%s: no contact of depth %g, off by %g", what, depth, least);
    axis.edge ? edges++ : faces++;
  }
  assert_true(faces > 200 && edges > 200);
  scene_delete(s);
}

// ----- planes

static void planes_touch_the_lowest_point(void** state) {
  (void)state;
  for (int j = 0; j < NTYPE; j++) {
    int type[2] = {mjGEOM_PLANE, convex_types[j]}, touching = 0;
    scene s = scene_make(2, type);
    // planes are those of bodies that cannot move
    s.m->body_weldid[1] = 0;
    for (int seed = 0; seed < 20 * PER_PAIR; seed++) {
      char what[80];
      rng r = {(uint64_t)(seed + 1) * 7919u + j};
      mjtNum mat[9], pos[3], back[3], n[3], low[3];
      snprintf(what, sizeof what, "type %d, seed %d", type[1], seed);
      for (int g = 0; g < 2; g++) {
        scene_random_size(s, g, &r, 1);
        rng_rotation(&r, mat);
        for (int k = 0; k < 3; k++) pos[k] = rng_range(&r, -1, 1);
        scene_place(s, g, pos, mat);
      }
      const mjtNum* xmat = s.d->geom_xmat;
      vec3_set(n, xmat[2], xmat[5], xmat[8]);
      vec3_scale(back, n, -1);
      oracle_support(s, 1, back, low);
      mjtNum height = vec3_dot(n, low) - vec3_dot(n, s.d->geom_xpos);
      mjtNum margin = seed % 2 ? 0 : 0.1;
      s.m->geom_margin[1] = s.m->body_margin[2] = margin;
      mj_collision(s.m, s.d);
      if (fabs(height - margin) < 1e-12) continue;
      if ((height < margin) != (s.d->ncon > 0)) {
        fail_msg("%s: %d contacts at height %g, margin %g", what, s.d->ncon, height, margin);
      }
      if (!s.d->ncon) continue;
      touching++;
      const mjContact* c = deepest(s.d->contact, s.d->ncon);
      if (fabs(c->dist - height) > 1e-12) fail_msg("%s: %g, must be %g", what, c->dist, height);
      for (int i = 0; i < s.d->ncon; i++) {
        c = s.d->contact + i;
        assert_true(vec3_distance(c->frame, n) < 1e-12);
        mjtNum level = vec3_dot(n, c->pos) - vec3_dot(n, s.d->geom_xpos);
        assert_true(fabs(level - c->dist / 2) < 1e-12);
        check_position(s, c, 1e-12, what);
      }
    }
    assert_true(touching > PER_PAIR);
    scene_delete(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_agree_with_an_independent_solver),
      cmocka_unit_test(the_last_face_is_on_the_boundary),
      cmocka_unit_test(boxes_touch_along_the_axis_of_least_overlap),
      cmocka_unit_test(planes_touch_the_lowest_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
