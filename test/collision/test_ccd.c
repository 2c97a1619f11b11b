// Overlap of polyhedra found from a tetrahedron had at once: the same as by the search.
#include "model_text.h"

#include "collision/ccd.h"

enum { POSES = 3000 };

static const mjtNum SIZE = 0.2;  // of everything here, about

typedef enum { BALL, PRISM, BRICK, NFORM } form;

static void put_mesh(char** end, const char* name, form f, int n, rng* r) {
  *end += sprintf(*end, "<mesh name=\"%s\" vertex=\"", name);
  for (int i = 0; i < n; i++) {
    mjtNum v[3], angle = 4 * mjPI * (i / 2) / n;
    rng_direction(r, v);
    if (f == PRISM) vec3_set(v, cos(angle), sin(angle), i & 1 ? 1 : -1);
    if (f == BRICK) vec3_set(v, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    *end += sprintf(*end, "%.7f %.7f %.7f ", SIZE * v[0], SIZE * v[1], 0.7 * SIZE * v[2]);
  }
  *end += sprintf(*end, "\"/>");
}

// Two meshes and, as the third geom, a box.
static scene scene_of_meshes(form f, int n, form f2, int n2, rng* r) {
  static char text[100000];
  char* end = text;
  end += sprintf(end, "<mujoco><asset>");
  put_mesh(&end, "a", f, n, r);
  put_mesh(&end, "b", f2, n2, r);
  sprintf(end,
          "</asset><worldbody><geom type=\"mesh\" mesh=\"a\"/><geom type=\"mesh\" mesh=\"b\"/>"
          "<geom type=\"box\" size=\".2 .2 .14\"/></worldbody></mujoco>");
  scene s = {.m = model_from(text)};
  s.d = mj_makeData(s.m);
  assert_non_null(s.d);
  return s;
}

static void search(scene s, int g1, int g2, int with_face, ccd_result* r) {
  convex_shape a, b;
  hull_sample samples[2];
  samples[0].n = samples[1].n = 0;
  ccd_options o = {.tolerance = 1e-6, .iterations = 35, .with_face = with_face};
  shape_of_geom(&a, s.m, s.d, g1, 0);
  shape_of_geom(&b, s.m, s.d, g2, 0);
  a.sample = samples;
  b.sample = samples + 1;
  ccd_native(&a, &b, &o, r);
}

// The search may end early, at a depth that is less.
static void check_deeper(scene s, int g1, int g2, const ccd_result* at_once,
                         const ccd_result* searched) {
  convex_shape a, b;
  ccd_result exact;
  shape_of_geom(&a, s.m, s.d, g1, 0);
  shape_of_geom(&b, s.m, s.d, g2, 0);
  ccd_exact(&a, &b, 1, &exact);
  if (fabs(at_once->dist - exact.dist) < 1e-9 * SIZE && searched->dist > at_once->dist) return;
  fail_msg("distance %.15g, searched for %.15g, is %.15g", at_once->dist, searched->dist,
           exact.dist);
}

typedef struct {
  int overlap, other;
} tally;

static void check_same(scene s, int g1, int g2, tally* t) {
  ccd_result at_once, searched;
  search(s, g1, g2, 0, &at_once);
  search(s, g1, g2, 1, &searched);
  assert_int_equal(at_once.dist < 0, searched.dist < 0);
  if (!(searched.dist < 0)) return;
  t->overlap++;
  if (!(fabs(at_once.dist - searched.dist) < 1e-10 * SIZE)) {
    check_deeper(s, g1, g2, &at_once, &searched);
    t->other++;
    return;
  }
  assert_true(vec3_distance(at_once.normal, searched.normal) < 1e-7);
  assert_true(vec3_distance(at_once.x1, searched.x1) < 1e-7 * SIZE);
  assert_true(vec3_distance(at_once.x2, searched.x2) < 1e-7 * SIZE);
}

// Quarter turns, whole steps: sides on sides, edges on edges, corners on corners.
static void place_in_a_grid(scene s, int g, rng* r) {
  mjtNum quat[4] = {1, 0, 0, 0}, turn[4];
  for (int k = 0; k < 3; k++) {
    mjtNum axis[3] = {k == 0, k == 1, k == 2};
    quat_from_axis_angle(turn, axis, rng_int(r, 4) * mjPI / 2);
    quat_mul(quat, quat, turn);
    s.d->geom_xpos[3 * g + k] = SIZE * 0.35 * (rng_int(r, 7) - 3);
  }
  quat_to_mat3(s.d->geom_xmat + 9 * g, quat);
}

static void place_anywhere(scene s, int g, rng* r) {
  rng_rotation(r, s.d->geom_xmat + 9 * g);
  for (int k = 0; k < 3; k++) s.d->geom_xpos[3 * g + k] = SIZE * rng_range(r, -0.8, 0.8);
}

// A tilt below, at and above what rounding hides.
static void tilt(scene s, int g, rng* r) {
  mjtNum axis[3], quat[4], turn[9], mat[9];
  rng_direction(r, axis);
  quat_from_axis_angle(quat, axis, pow(10, rng_range(r, -12, -3)));
  quat_to_mat3(turn, quat);
  mat3_mul(mat, turn, s.d->geom_xmat + 9 * g);
  memcpy(s.d->geom_xmat + 9 * g, mat, sizeof mat);
}

static void check_poses(scene s, rng* r, int kind) {
  tally t = {0, 0};
  for (int i = 0; i < POSES; i++) {
    for (int g = 0; g < 3; g++) {
      if (kind == 0) place_anywhere(s, g, r);
      if (kind > 0) place_in_a_grid(s, g, r);
      if (kind == 2) tilt(s, g, r);
    }
    check_same(s, 0, 1, &t);
    check_same(s, 2, 0, &t);
    check_same(s, 2, 1, &t);
  }
  assert_true(t.overlap > POSES / 2);
  assert_true(t.other < POSES / 500);
}

static void check_forms(int kind) {
  static const struct {
    form a;
    int na;
    form b;
    int nb;
  } pairs[] = {{BALL, 30, BALL, 50},
               {BRICK, 8, BRICK, 8},
               {PRISM, 12, BRICK, 8},
               {BALL, 6, PRISM, 40},
               {BALL, 300, PRISM, 200}};
  rng r = {11};
  for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++) {
    scene s = scene_of_meshes(pairs[i].a, pairs[i].na, pairs[i].b, pairs[i].nb, &r);
    check_poses(s, &r, kind);
    scene_delete(s);
  }
}

static void at_once_is_the_same_as_by_the_search(void** state) {
  (void)state;
  check_forms(0);
}

static void sides_and_edges_that_lie_on_each_other_meet_in_the_same_points(void** state) {
  (void)state;
  check_forms(1);
}

static void nearly_aligned_ones_too(void** state) {
  (void)state;
  check_forms(2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(at_once_is_the_same_as_by_the_search),
      cmocka_unit_test(sides_and_edges_that_lie_on_each_other_meet_in_the_same_points),
      cmocka_unit_test(nearly_aligned_ones_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
