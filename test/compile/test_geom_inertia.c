// Volume and inertia of shapes against sums over their points.
#include "compile/geom_inertia.h"

#include <math.h>
#include <string.h>

#include "math/draw.h"

enum { N = 120 };  // cells along each axis, of a grid over the box around the shape

static bool inside(mjtGeom type, const double s[3], double x, double y, double z) {
  double r2 = x * x + y * y;
  switch (type) {
    case mjGEOM_SPHERE: return r2 + z * z < s[0] * s[0];
    case mjGEOM_CAPSULE: {
      double over = fmax(0, fabs(z) - s[1]);
      return r2 + over * over < s[0] * s[0];
    }
    case mjGEOM_CYLINDER: return r2 < s[0] * s[0] && fabs(z) < s[1];
    case mjGEOM_ELLIPSOID:
      return x * x / (s[0] * s[0]) + y * y / (s[1] * s[1]) + z * z / (s[2] * s[2]) < 1;
    default: return true;
  }
}

static void half_box(mjtGeom type, const double s[3], double half[3]) {
  memcpy(half, s, 3 * sizeof(double));
  if (type == mjGEOM_SPHERE) half[1] = half[2] = s[0];
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    half[1] = s[0];
    half[2] = s[1] + (type == mjGEOM_CAPSULE ? s[0] : 0);
  }
}

// Sum over the cells: volume and second moments.
static double integrate(mjtGeom type, const double s[3], double moment[3]) {
  double half[3], volume = 0, second[3] = {0};
  half_box(type, s, half);
  double cell = 8 * half[0] * half[1] * half[2] / ((double)N * N * N);
  for (int i = 0; i < N; i++) {
    double x = half[0] * ((2 * i + 1.0) / N - 1);
    for (int j = 0; j < N; j++) {
      double y = half[1] * ((2 * j + 1.0) / N - 1);
      for (int k = 0; k < N; k++) {
        double z = half[2] * ((2 * k + 1.0) / N - 1);
        if (!inside(type, s, x, y, z)) continue;
        volume += cell;
        second[0] += cell * x * x;
        second[1] += cell * y * y;
        second[2] += cell * z * z;
      }
    }
  }
  for (int k = 0; k < 3; k++) moment[k] = second[(k + 1) % 3] + second[(k + 2) % 3];
  return volume;
}

static const mjtGeom solids[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_ELLIPSOID,
                                 mjGEOM_BOX};
static const double sizes[][3] = {{0.5, 0.5, 0.5}, {0.3, 0.7, 0.2}, {0.2, 0.1, 0.9}};

static void solids_agree_with_a_sum_over_cells(void** state) {
  (void)state;
  for (int t = 0; t < 5; t++) {
    for (int s = 0; s < 3; s++) {
      double moment[3], inertia[3];
      double volume = integrate(solids[t], sizes[s], moment);
      // the cells cut by the surface make an error of their number's root: far below 1e-3
      assert_near(geom_volume(solids[t], sizes[s], false) / volume, 1, 1e-3);
      geom_inertia(inertia, solids[t], sizes[s], false, volume);
      for (int k = 0; k < 3; k++) assert_near(inertia[k] / moment[k], 1, 1e-3);
    }
  }
}

// A shell is what a small even growth of the solid adds.  Not of the ellipsoid, whose shell is
// one of even growth of its axes and whose area is approximate.
static void shells_are_differences_of_solids(void** state) {
  (void)state;
  const double e = 1e-5;
  for (int t = 0; t < 5; t++) {
    if (solids[t] == mjGEOM_ELLIPSOID) continue;
    for (int s = 0; s < 3; s++) {
      double outer[3], inner[3], shell[3], a[3], b[3];
      for (int k = 0; k < 3; k++) {
        // a capsule's length stays: its caps grow
        double d = solids[t] == mjGEOM_CAPSULE && k == 1 ? 0 : e;
        outer[k] = sizes[s][k] + d / 2;
        inner[k] = sizes[s][k] - d / 2;
      }
      double v1 = geom_volume(solids[t], outer, false), v0 = geom_volume(solids[t], inner, false);
      double area = geom_volume(solids[t], sizes[s], true);
      assert_near((v1 - v0) / e / area, 1, 1e-6);
      geom_inertia(a, solids[t], outer, false, v1);
      geom_inertia(b, solids[t], inner, false, v0);
      geom_inertia(shell, solids[t], sizes[s], true, area);
      for (int k = 0; k < 3; k++) assert_near((a[k] - b[k]) / e / shell[k], 1, 1e-6);
    }
  }
}

static void ellipsoid_shell_of_equal_axes_is_that_of_a_sphere(void** state) {
  (void)state;
  const double size[3] = {0.4, 0.4, 0.4};
  double a[3], b[3];
  geom_inertia(a, mjGEOM_ELLIPSOID, size, true, 3);
  geom_inertia(b, mjGEOM_SPHERE, size, true, 3);
  // the shell has a thickness of 1e-6
  for (int k = 0; k < 3; k++) assert_near(a[k], b[k], 1e-5);
  assert_near(geom_volume(mjGEOM_ELLIPSOID, size, true), geom_volume(mjGEOM_SPHERE, size, true),
              1e-12);
}

static void a_plane_weighs_nothing_and_a_height_field_is_a_box(void** state) {
  (void)state;
  double a[3], b[3];
  assert_true(geom_volume(mjGEOM_PLANE, sizes[1], false) == 0);
  assert_true(geom_volume(mjGEOM_HFIELD, sizes[1], false) ==
              geom_volume(mjGEOM_BOX, sizes[1], false));
  geom_inertia(a, mjGEOM_HFIELD, sizes[1], false, 2);
  geom_inertia(b, mjGEOM_BOX, sizes[1], false, 2);
  assert_memory_equal(a, b, sizeof a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solids_agree_with_a_sum_over_cells),
      cmocka_unit_test(shells_are_differences_of_solids),
      cmocka_unit_test(ellipsoid_shell_of_equal_axes_is_that_of_a_sphere),
      cmocka_unit_test(a_plane_weighs_nothing_and_a_height_field_is_a_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
