// Single geoms of scenes, and the ropes that some of them show.
#include "viewed.h"

#include "visual/catenary.h"

static const int connectors[] = {mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_ARROW,
                                 mjGEOM_ARROW1,  mjGEOM_ARROW2,   mjGEOM_LINE};
enum { CONNECTORS = sizeof connectors / sizeof *connectors };

static mjtNum wave(int i) { return sin(12.9898 * i + 4.1); }

static void assert_rotation(const float mat[9]) {
  mjtNum m[9], product[9], unit[9], cross[3];
  for (int i = 0; i < 9; i++) m[i] = mat[i];
  mat3_mul_t(product, m, m);
  mat3_unit(unit);
  assert_all_near(product, unit, 9, 1e-6);
  vec3_cross(cross, m, m + 3);
  assert_all_near(cross, m + 6, 3, 1e-6);
}

static void a_connector_leads_from_one_point_to_the_other(void** state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    mjtNum from[3], to[3];
    for (int k = 0; k < 3; k++) {
      from[k] = wave(6 * i + k);
      to[k] = wave(6 * i + k + 3);
    }
    if (i % 10 < 3) to[0] = from[0], to[1] = from[1];  // straight up or down
    for (int c = 0; c < CONNECTORS; c++) {
      mjvGeom g;
      mjv_initGeom(&g, mjGEOM_NONE, NULL, NULL, NULL, NULL);
      mjv_connector(&g, connectors[c], .02, from, to);
      assert_int_equal(g.type, connectors[c]);
      assert_rotation(g.mat);
      mjtNum start[3], end[3], length = g.size[2];
      for (int k = 0; k < 3; k++) {
        // capsules and cylinders reach to both sides of their centre
        start[k] = g.pos[k] - (c < 2 ? length : 0) * g.mat[3 * k + 2];
        end[k] = g.pos[k] + length * g.mat[3 * k + 2];
      }
      assert_all_near(start, from, 3, 1e-6);
      assert_all_near(end, to, 3, 1e-6);
    }
  }
}

static void a_connector_of_no_length_stands_upright(void** state) {
  (void)state;
  const mjtNum at[3] = {1, 2, 3};
  for (int c = 0; c < CONNECTORS; c++) {
    mjvGeom g;
    mjv_initGeom(&g, mjGEOM_NONE, NULL, NULL, NULL, NULL);
    mjv_connector(&g, connectors[c], .02, at, at);
    for (int i = 0; i < 9; i++) assert_true(g.mat[i] == (i % 4 == 0));
    assert_true(g.size[2] == 0);
  }
}

static void no_connector_is_made_of_a_ball(void** state) {
  (void)state;
  const mjtNum at[3] = {0};
  mjvGeom g;
  mjv_initGeom(&g, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  assert_raises(mjv_connector(&g, mjGEOM_SPHERE, .1, at, at), "invalid geom type");
}

static void radii_are_repeated_where_shapes_are_round(void** state) {
  (void)state;
  static const struct {
    int type;
    float size[3];
  } shape[] = {
      {mjGEOM_SPHERE, {1, 1, 1}},    {mjGEOM_CAPSULE, {1, 1, 2}}, {mjGEOM_CYLINDER, {1, 1, 2}},
      {mjGEOM_ELLIPSOID, {1, 2, 3}}, {mjGEOM_BOX, {1, 2, 3}},     {mjGEOM_PLANE, {1, 2, 3}},
  };
  const mjtNum size[3] = {1, 2, 3};
  for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
    mjvGeom g = {.objtype = 17, .segid = 5};
    mjv_initGeom(&g, shape[i].type, size, NULL, NULL, NULL);
    assert_memory_equal(g.size, shape[i].size, sizeof g.size);
    assert_int_equal(g.objtype, 17);  // what it stands for is the caller's
    assert_int_equal(g.segid, 5);
    assert_int_equal(g.dataid, -1);
    assert_int_equal(g.matid, -1);
  }
}

// ----- ropes

static mjtNum length_of(mjtNum (*point)[3], int n) {
  mjtNum sum = 0;
  for (int i = 1; i < n; i++) sum += vec3_distance(point[i], point[i - 1]);
  return sum;
}

static void a_slack_rope_has_its_length_and_hangs_in_a_plane(void** state) {
  (void)state;
  const mjtNum gravity[3] = {.5, -.3, -9};
  mjtNum down[3];
  vec3_copy(down, gravity);
  vec3_normalize(down);
  for (int i = 0; i < 300; i++) {
    mjtNum x0[3], x1[3], point[CATENARY_MAXPOINT][3], span[3], normal[3];
    for (int k = 0; k < 3; k++) {
      x0[k] = wave(7 * i + k);
      x1[k] = wave(7 * i + k + 3);
    }
    mjtNum length = vec3_distance(x0, x1) * (1.02 + 2 * fabs(wave(7 * i + 6)));
    int n = catenary(point, CATENARY_MAXPOINT, x0, x1, gravity, length);
    assert_all_near(point[0], x0, 3, 0);
    assert_all_near(point[n - 1], x1, 3, 0);
    vec3_sub(span, x1, x0);
    vec3_cross(normal, span, down);
    // a polygon within a curve is shorter; most so where steep ropes have few points
    mjtNum polygon = length_of(point, n);
    if (polygon > length * (1 + 1e-6) || polygon < .93 * length) {
      fail_msg("case %d: %g of %g", i, polygon, length);
    }
    for (int j = 1; j < n - 1; j++) {
      mjtNum off[3];
      vec3_sub(off, point[j], x0);
      assert_true(fabs(vec3_dot(off, normal)) < 1e-9);
    }
  }
}

static void a_rope_that_is_too_short_is_straight(void** state) {
  (void)state;
  const mjtNum x0[3] = {0}, x1[3] = {1, 0, 1}, gravity[3] = {0, 0, -10};
  mjtNum point[CATENARY_MAXPOINT][3];
  assert_int_equal(catenary(point, CATENARY_MAXPOINT, x0, x1, gravity, 1), 2);
  assert_int_equal(catenary(point, CATENARY_MAXPOINT, x0, x1, gravity, vec3_distance(x0, x1)), 2);
  assert_all_near(point[1], x1, 3, 0);
}

static void a_rope_between_ends_above_each_other_hangs_down_and_comes_up(void** state) {
  (void)state;
  const mjtNum x0[3] = {0}, x1[3] = {.01, 0, .3}, gravity[3] = {0, 0, -10};
  mjtNum point[CATENARY_MAXPOINT][3];
  assert_int_equal(catenary(point, CATENARY_MAXPOINT, x0, x1, gravity, 2), 3);
  assert_true(fabs(length_of(point, 3) - 2) < 1e-3);
  assert_true(point[1][2] < 0);
  assert_int_equal(catenary(point, CATENARY_MAXPOINT, x0, x0, gravity, 2), 3);
  assert_true(fabs(length_of(point, 3) - 2) < 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_connector_leads_from_one_point_to_the_other),
      cmocka_unit_test(a_connector_of_no_length_stands_upright),
      cmocka_unit_test(no_connector_is_made_of_a_ball),
      cmocka_unit_test(radii_are_repeated_where_shapes_are_round),
      cmocka_unit_test(a_slack_rope_has_its_length_and_hangs_in_a_plane),
      cmocka_unit_test(a_rope_that_is_too_short_is_straight),
      cmocka_unit_test(a_rope_between_ends_above_each_other_hangs_down_and_comes_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
