#include "spec/inertia_tensor.h"

#include <string.h>

#include "math/draw.h"
#include "spec/pose.h"

static void random_rotation(double q[4]) {
  for (int k = 0; k < 4; k++) q[k] = draw_between(-1, 1);
  pose_unit(q, 4);
}

static void principal_axes_give_the_tensor_back(void** state) {
  (void)state;
  draw_seed(5);
  for (int n = 0; n < 1000; n++) {
    double q[4], moment[3], tensor[6] = {0}, again[6] = {0}, axes[4], found[3];
    random_rotation(q);
    for (int k = 0; k < 3; k++) moment[k] = draw_between(0.1, 3);
    tensor_add(tensor, q, moment, 0, (double[3]){0});
    const double rests[3] = {AXES_USUAL, AXES_EXACT, AXES_MESH};
    const double left[3] = {5e-6, 1e-14, 3e-7};  // the largest entry is 3
    assert_true(tensor_principal(tensor, axes, found, rests[n % 3]));
    assert_true(found[0] + 1e-12 >= found[1] && found[1] + 1e-12 >= found[2]);
    tensor_add(again, axes, found, 0, (double[3]){0});
    // usually the last turns, of less than 1.5e-6, are not made
    for (int k = 0; k < 6; k++) assert_near(again[k], tensor[k], left[n % 3]);
  }
}

// Which of the equivalent rotations comes out is fixed, sign and order of axes included.
static void the_rotation_is_the_one_of_the_reference(void** state) {
  (void)state;
  const double tensor[6] = {2, 2, 3, 0.1, 0.2, 0.3};
  double q[4], moment[3];
  assert_true(tensor_principal(tensor, q, moment, AXES_USUAL));
  const double want[4] = {0.462312982367, 0.618091921053, -0.226975144922, 0.593895080845};
  for (int k = 0; k < 4; k++) assert_near(q[k], want[k], 1e-11);
  assert_near(moment[0], 3.125920381946, 1e-11);
  assert_near(moment[1], 1.983812248683, 1e-11);
  assert_near(moment[2], 1.890267369370, 1e-11);
}

// Moving a mass away from the centre adds m (d.d 1 - d d').
static void parallel_axis_term_is_that_of_a_point_mass(void** state) {
  (void)state;
  draw_seed(6);
  for (int n = 0; n < 100; n++) {
    double tensor[6] = {0}, d[3], w[3], v[3];
    for (int k = 0; k < 3; k++) d[k] = draw_between(-1, 1);
    for (int k = 0; k < 3; k++) w[k] = draw_between(-1, 1);
    tensor_add(tensor, (double[4]){1, 0, 0, 0}, (double[3]){0}, 2.5, d);
    // kinetic energy of the turning point mass
    vec3_cross(v, w, d);
    double energy =
        tensor[0] * w[0] * w[0] + tensor[1] * w[1] * w[1] + tensor[2] * w[2] * w[2] +
        2 * (tensor[3] * w[0] * w[1] + tensor[4] * w[0] * w[2] + tensor[5] * w[1] * w[2]);
    assert_near(energy, 2.5 * vec3_dot(v, v), 1e-13);
  }
}

static void a_moment_that_is_not_positive_is_refused(void** state) {
  (void)state;
  double q[4], moment[3];
  assert_false(tensor_principal((double[6]){1, 1, 0, 0, 0, 0}, q, moment, AXES_USUAL));
  assert_false(tensor_principal((double[6]){1, 1, 1, 2, 0, 0}, q, moment, AXES_USUAL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(principal_axes_give_the_tensor_back),
      cmocka_unit_test(the_rotation_is_the_one_of_the_reference),
      cmocka_unit_test(parallel_axis_term_is_that_of_a_point_mass),
      cmocka_unit_test(a_moment_that_is_not_positive_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
