// Laws of the contacts of boxes, meshes and cylinders since version 3.13 (level bit manifold).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "model_text.h"

// A body with a geom above another geom.
static mjModel* pair_model(const char* below, const char* asset, const char* above) {
  static char text[40000];
  snprintf(text, sizeof text,
           "<mujoco><compiler level='3.14'/><asset>%s</asset><worldbody><geom %s/>"
           "<body><freejoint/><geom %s/></body></worldbody></mujoco>",
           asset, below, above);
  return model_from(text);
}

static void place(mjData* d, mjtNum height, const mjtNum axis[3], mjtNum angle) {
  d->qpos[0] = 0.01;
  d->qpos[1] = -0.02;
  d->qpos[2] = height;
  mju_axisAngle2Quat(d->qpos + 3, axis, angle);
}

#define SQUARE_BOX "type='box' size='.4 .4 .1'"
#define CUBE                                                                         \
  "<mesh name='cube' vertex='-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 .1 .1 -.1 -.1 -.1 .1" \
  " .1 -.1 .1 -.1 .1 .1 .1 .1 .1'/>"

// Every point has its own depth: that of the lower geom's upper face below it, where the lower geom
// is the box or cylinder at rest.
static void depths_are_those_of_the_points(void** state) {
  (void)state;
  static const struct {
    const char *below, *above;
    mjtNum half;
  } cases[] = {{SQUARE_BOX, "type='mesh' mesh='cube'", 0.1},
               {"type='cylinder' size='.4 .1'", "type='mesh' mesh='cube'", 0.1},
               {"type='cylinder' size='.4 .1'", "type='box' size='.1 .1 .1'", 0.1},
               {"type='cylinder' size='.4 .1'", "type='cylinder' size='.1 .12'", 0.12}};
  const mjtNum axis[3] = {0.6, 0.8, 0};
  for (int i = 0; i < 4; i++) {
    mjModel* m = pair_model(cases[i].below, CUBE, cases[i].above);
    mjData* d = mj_makeData(m);
    place(d, 0.1 + cases[i].half - 0.006, axis, 0.02);
    collide(m, d);
    assert_int_equal(d->ncon, 4);
    for (int k = 0; k < 4; k++) {
      const mjContact* c = d->contact + k;
      mjtNum lower = c->pos[2] + c->frame[2] * c->dist / 2;
      assert_true(c->dist < 0);
      assert_float_equal(lower - 0.1, c->dist, 1e-8);
      assert_true(c->frame[2] > 0.999);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Four contacts carry what lies on them whatever the size of its faces: a disc of 300 corners.
static void faces_of_any_size_have_four(void** state) {
  (void)state;
  enum { N = 300 };
  static char mesh[30000];
  int n = snprintf(mesh, sizeof mesh, "<mesh name='disc' vertex='");
  for (int k = 0; k < 2 * N; k++) {
    n += snprintf(mesh + n, sizeof mesh - (size_t)n, "%.9g %.9g %g ", 0.1 * cos(2 * mjPI * k / N),
                  0.1 * sin(2 * mjPI * k / N), k < N ? -0.02 : 0.02);
  }
  snprintf(mesh + n, sizeof mesh - (size_t)n, "'/>");
  mjModel* m = pair_model(SQUARE_BOX, mesh, "type='mesh' mesh='disc'");
  mjData* d = mj_makeData(m);
  place(d, 0.119, (const mjtNum[3]){0, 0, 1}, 0.3);
  collide(m, d);
  assert_int_equal(d->ncon, 4);
  mjtNum reach[4] = {0};
  for (int k = 0; k < 4; k++) {
    const mjtNum *x = d->contact[k].pos, dx = x[0] - 0.01, dy = x[1] + 0.02;
    reach[(dx > 0) + 2 * (dy > 0)] = sqrt(dx * dx + dy * dy);
  }
  // around the centre, at the rim
  for (int k = 0; k < 4; k++) assert_float_equal(reach[k], 0.1, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What stands on an edge on the end of a cylinder is held up.
static void an_edge_on_a_cylinder_is_held(void** state) {
  (void)state;
  static const char* const above[] = {"type='box' size='.1 .1 .1'", "type='mesh' mesh='cube'",
                                      "type='cylinder' size='.1 .2'"};
  for (int i = 0; i < 3; i++) {
    mjModel* m = pair_model("type='cylinder' size='.3 .1'", CUBE, above[i]);
    mjData* d = mj_makeData(m);
    place(d, i == 2 ? 0.1995 : 0.2405, (const mjtNum[3]){1, 0, 0}, i == 2 ? mjPI / 2 : mjPI / 4);
    while (d->time < 2) {
      mj_step(m, d);
      for (int k = 0; k < d->ncon; k++) assert_true(d->contact[k].frame[2] > 0.5);
    }
    assert_true(d->qpos[2] > 0.19);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The line on which a cylinder lies has its ends as contacts, and an edge of a box has its own.
static void edges_have_their_ends(void** state) {
  (void)state;
  mjModel* m = pair_model(SQUARE_BOX, CUBE, "type='cylinder' size='.1 .2'");
  mjData* d = mj_makeData(m);
  place(d, 0.199, (const mjtNum[3]){1, 0, 0}, mjPI / 2);
  collide(m, d);
  assert_int_equal(d->ncon, 2);
  for (int k = 0; k < 2; k++) {
    assert_float_equal(fabs(d->contact[k].pos[1] + 0.02), 0.2, 1e-9);
    assert_float_equal(d->contact[k].dist, -0.001, 1e-6);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Of corners as low as each other the first of the mesh comes first, and the others follow around
// the face, as in 3.14.
static void a_cube_on_a_plane_begins_at_its_first_corner(void** state) {
  (void)state;
  mjModel* m = pair_model("type='plane' size='1 1 1'", CUBE, "type='mesh' mesh='cube'");
  mjData* d = mj_makeData(m);
  d->qpos[2] = 0.09;
  static const mjtNum corner[4][2] = {{-.1, -.1}, {-.1, .1}, {.1, .1}, {.1, -.1}};
  static const mjtNum upside_down[4][2] = {{-.1, .1}, {.1, .1}, {.1, -.1}, {-.1, -.1}};
  for (int turn = 0; turn < 2; turn++) {
    if (turn) d->qpos[3] = 0, d->qpos[4] = 1;
    collide(m, d);
    assert_int_equal(d->ncon, 4);
    for (int k = 0; k < 4; k++) {
      const mjtNum* expected = turn ? upside_down[k] : corner[k];
      assert_float_equal(d->contact[k].pos[0], expected[0], 1e-6);
      assert_float_equal(d->contact[k].pos[1], expected[1], 1e-6);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// The faces of both boxes are equally far apart: the rounding of their poses decides which one is
// the reference, and so where the contacts begin, as in 3.14.
static void equal_faces_are_told_apart_by_rounding(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler level='3.14'/><worldbody><geom type='box' size='.05 .08 .17'/><body "
      "pos='0 0 .26' euler='0 0 16'><freejoint/><geom type='box' size='.05 .17 .1'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(d->ncon, 6);
  assert_float_equal(d->contact[0].pos[0], 0.0290753, 1e-7);
  assert_float_equal(d->contact[1].pos[0], -0.05, 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depths_are_those_of_the_points),
      cmocka_unit_test(faces_of_any_size_have_four),
      cmocka_unit_test(an_edge_on_a_cylinder_is_held),
      cmocka_unit_test(edges_have_their_ends),
      cmocka_unit_test(a_cube_on_a_plane_begins_at_its_first_corner),
      cmocka_unit_test(equal_faces_are_told_apart_by_rounding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
