#include "compile/geom_fluid.h"

#include "math/draw.h"

static const double coefs[5] = {0.5, 0.25, 1.5, 1, 1};

// A ball drags half the fluid it displaces along, and none when it spins.  The rule of quadrature
// has nodes of 8 digits.
static void a_sphere_drags_half_its_volume(void** state) {
  (void)state;
  const double size[3] = {0.3, 9, 9};
  double fluid[12], volume = 4 * mjPI / 3 * 0.027;
  geom_fluid(fluid, mjGEOM_SPHERE, size, 1, coefs);
  for (int k = 0; k < 3; k++) {
    assert_near(fluid[6 + k] / (volume / 2), 1, 1e-4);
    assert_near(fluid[9 + k], 0, 1e-8);
  }
  assert_true(fluid[0] == 1 && fluid[1] == 0.5 && fluid[5] == 1);
}

static void a_long_body_drags_more_sideways(void** state) {
  (void)state;
  const double size[3] = {0.1, 0.1, 2};
  double fluid[12], volume = 4 * mjPI / 3 * 0.02;
  geom_fluid(fluid, mjGEOM_ELLIPSOID, size, 1, coefs);
  // a long cylinder's added mass is that of the fluid it displaces; along, nearly nothing
  assert_near(fluid[6] / volume, 1, 0.05);
  assert_near(fluid[7], fluid[6], 1e-9);
  assert_true(fluid[8] < 0.05 * volume);
  assert_near(fluid[11], 0, 1e-9);
  assert_true(fluid[9] > 0);
}

static void shapes_count_as_the_ellipsoid_around_their_axes(void** state) {
  (void)state;
  const double capsule[3] = {0.1, 0.3, 5}, same[3] = {0.1, 0.1, 0.4};
  double a[12], b[12];
  geom_fluid(a, mjGEOM_CAPSULE, capsule, 1, coefs);
  geom_fluid(b, mjGEOM_ELLIPSOID, same, 1, coefs);
  for (int k = 0; k < 12; k++) assert_near(a[k], b[k], 1e-15);
}

static void nothing_without_interaction(void** state) {
  (void)state;
  const double size[3] = {0.1, 0.1, 2};
  double fluid[12];
  geom_fluid(fluid, mjGEOM_BOX, size, 0, coefs);
  for (int k = 0; k < 12; k++) assert_true(fluid[k] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sphere_drags_half_its_volume),
      cmocka_unit_test(a_long_body_drags_more_sideways),
      cmocka_unit_test(shapes_count_as_the_ellipsoid_around_their_axes),
      cmocka_unit_test(nothing_without_interaction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
