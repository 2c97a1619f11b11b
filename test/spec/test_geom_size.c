#include "spec/geom_size.h"

#include "math/draw.h"
#include "spec/pose.h"

static void ends_of_fromto_are_where_they_were_asked(void** state) {
  (void)state;
  const double fromto[6] = {0.1, -0.4, 0.3, 0.7, 0.2, -0.5};
  static const mjtGeom types[] = {mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_ELLIPSOID, mjGEOM_BOX};
  for (int t = 0; t < 4; t++) {
    double pos[3], quat[4], size[3] = {0.05, 7, 7}, end[3];
    assert_true(geom_fromto(types[t], fromto, pos, quat, size));
    double half = t < 2 ? size[1] : size[2];
    quat_rotate(end, quat, (double[3]){0, 0, half});
    vec3_add(end, end, pos);
    for (int k = 0; k < 3; k++) assert_near(end[k], fromto[k], 1e-14);  // +z is the first point
    assert_true(size[0] == 0.05);
    if (t >= 2) assert_true(size[1] == 0.05);
  }
  const double point[6] = {1, 2, 3, 1, 2, 3};
  double pos[3], quat[4], size[3] = {1, 1, 1};
  assert_false(geom_fromto(mjGEOM_CAPSULE, point, pos, quat, size));
}

// The farthest point of a shape in a direction.
static void support(mjtGeom type, const double s[3], const double d[3], double p[3]) {
  double flat = sqrt(d[0] * d[0] + d[1] * d[1]);
  switch (type) {
    case mjGEOM_SPHERE: vec3_scale(p, d, s[0]); break;
    case mjGEOM_CAPSULE:
      vec3_scale(p, d, s[0]);
      p[2] += d[2] > 0 ? s[1] : -s[1];
      break;
    case mjGEOM_CYLINDER:
      vec3_set(p, s[0] * d[0] / flat, s[0] * d[1] / flat, d[2] > 0 ? s[1] : -s[1]);
      break;
    case mjGEOM_ELLIPSOID: {
      double n =
          sqrt(d[0] * s[0] * d[0] * s[0] + d[1] * s[1] * d[1] * s[1] + d[2] * s[2] * d[2] * s[2]);
      for (int k = 0; k < 3; k++) p[k] = s[k] * s[k] * d[k] / n;
      break;
    }
    default:
      for (int k = 0; k < 3; k++) p[k] = d[k] > 0 ? s[k] : -s[k];
      break;
  }
}

static void bounds_hold_the_shape_and_touch_it(void** state) {
  (void)state;
  draw_seed(4);
  static const mjtGeom types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_ELLIPSOID,
                                  mjGEOM_BOX};
  const double size[3] = {0.3, 0.5, 0.2};
  for (int t = 0; t < 5; t++) {
    double aabb[6], far = 0, most[3] = {0};
    geom_aabb(aabb, types[t], size);
    double r = geom_rbound(types[t], size);
    for (int n = 0; n < 20000; n++) {
      double d[3], p[3];
      for (int k = 0; k < 3; k++) d[k] = draw_between(-1, 1);
      pose_unit(d, 3);
      support(types[t], size, d, p);
      far = fmax(far, vec3_norm(p));
      for (int k = 0; k < 3; k++) most[k] = fmax(most[k], fabs(p[k]));
    }
    assert_true(far <= r + 1e-12 && far > 0.99 * r);
    for (int k = 0; k < 3; k++) {
      assert_true(aabb[k] == 0);
      assert_true(most[k] <= aabb[3 + k] + 1e-12 && most[k] > 0.98 * aabb[3 + k]);
    }
  }
}

static void a_height_field_reaches_from_its_base_to_its_top(void** state) {
  (void)state;
  const double hfield[4] = {2, 3, 0.5, 0.1};
  double size[3], aabb[6], rbound;
  geom_hfield_bounds(size, aabb, &rbound, hfield);
  assert_near(aabb[2] - aabb[5], -0.1, 1e-15);
  assert_near(aabb[2] + aabb[5], 0.5, 1e-15);
  assert_near(rbound, sqrt(4 + 9 + 0.25), 1e-15);
  assert_near(size[2], 0.25 * 0.5 + 0.5 * 0.1, 1e-15);
}

static void a_plane_fills_the_half_space_below(void** state) {
  (void)state;
  const double size[3] = {1, 1, 1};
  double aabb[6];
  geom_aabb(aabb, mjGEOM_PLANE, size);
  assert_true(aabb[2] + aabb[5] == 0 && aabb[2] - aabb[5] == -mjMAXVAL && aabb[3] == mjMAXVAL);
  assert_true(geom_rbound(mjGEOM_PLANE, size) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_of_fromto_are_where_they_were_asked),
      cmocka_unit_test(bounds_hold_the_shape_and_touch_it),
      cmocka_unit_test(a_height_field_reaches_from_its_base_to_its_top),
      cmocka_unit_test(a_plane_fills_the_half_space_below),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
