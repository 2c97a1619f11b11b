#include "spec/pose.h"

#include <engine/model_types.h>

#include "math/draw.h"

static void random_pose(double pos[3], double quat[4]) {
  for (int k = 0; k < 3; k++) pos[k] = draw_between(-2, 2);
  for (int k = 0; k < 4; k++) quat[k] = draw_between(-1, 1);
  pose_unit(quat, 4);
}

static void unit_looks_at_the_square_of_the_length(void** state) {
  (void)state;
  double tiny[3] = {0.9e-7, 0, 0}, small[3] = {1.1e-7, 0, 0}, done[3] = {0.6, 0.8, 0};
  assert_true(pose_unit(tiny, 3) == 0);
  assert_true(tiny[0] == 0.9e-7);
  assert_near(pose_unit(small, 3), 1.1e-7, 1e-20);
  assert_true(small[0] == 1);
  assert_near(pose_unit(done, 3), 1, 1e-15);
  assert_true(done[0] == 0.6 && done[1] == 0.8);
  double nan[3] = {NAN, 0, 0};
  assert_true(pose_unit(nan, 3) == 0);
  double huge[4] = {-3e200, 0, 4e200, 0};  // the square overflows
  assert_near(pose_unit(huge, 4) / 5e200, 1, 1e-15);
  assert_near(huge[0], -0.6, 1e-15);
  assert_near(huge[2], 0.8, 1e-15);
}

static void z_goes_where_it_should(void** state) {
  (void)state;
  draw_seed(1);
  for (int n = 0; n < 100; n++) {
    double v[3], q[4], r[3];
    for (int k = 0; k < 3; k++) v[k] = draw_between(-1, 1);
    pose_unit(v, 3);
    pose_quat_from_z(q, v);
    quat_rotate(r, q, (double[3]){0, 0, 1});
    for (int k = 0; k < 3; k++) assert_near(r[k], v[k], 1e-14);
    // the smallest rotation turns about an axis in the plane
    assert_near(q[3], 0, 1e-15);
  }
  double q[4];
  pose_quat_from_z(q, (double[3]){0, 0, -1});
  assert_near(q[0], 0, 1e-15);
  assert_true(q[1] == 1 && q[2] == 0 && q[3] == 0);
}

static void axes_are_the_columns_of_the_rotation(void** state) {
  (void)state;
  draw_seed(2);
  for (int n = 0; n < 1000; n++) {
    double pos[3], q[4], r[4], m[9], x[3], y[3], z[3];
    random_pose(pos, q);
    quat_to_mat3(m, q);
    for (int k = 0; k < 3; k++) {
      x[k] = m[3 * k];
      y[k] = m[3 * k + 1];
      z[k] = m[3 * k + 2];
    }
    pose_quat_from_axes(r, x, y, z);
    assert_true(pose_same_quat(q, r));
    double big = fmax(fmax(r[0], r[1]), fmax(r[2], r[3]));
    assert_true(big >= 0.5);  // the chosen component is positive
  }
}

static void inverse_undoes_a_frame(void** state) {
  (void)state;
  draw_seed(3);
  for (int n = 0; n < 100; n++) {
    double pos[3], quat[4], ipos[3], iquat[4];
    random_pose(pos, quat);
    pose_inverse(ipos, iquat, pos, quat);
    pose_enter(pos, quat, ipos, iquat);
    for (int k = 0; k < 3; k++) assert_near(pos[k], 0, 1e-14);
    assert_near(fabs(quat[0]), 1, 1e-14);
  }
}

static void sameframe_names_the_first_that_matches(void** state) {
  (void)state;
  const double zero[3] = {0}, one[3] = {1, 0, 0}, unit[4] = {1, 0, 0, 0}, minus[4] = {-1, 0, 0, 0};
  const double turn[4] = {0, 1, 0, 0}, near_zero[3] = {0.9e-6, 0, 0};
  assert_int_equal(pose_sameframe(zero, unit, zero, unit), mjSAMEFRAME_BODY);
  assert_int_equal(pose_sameframe(near_zero, minus, one, turn), mjSAMEFRAME_BODY);
  assert_int_equal(pose_sameframe(one, unit, one, unit), mjSAMEFRAME_BODYROT);
  assert_int_equal(pose_sameframe(one, turn, one, turn), mjSAMEFRAME_INERTIA);
  assert_int_equal(pose_sameframe(zero, turn, one, turn), mjSAMEFRAME_INERTIAROT);
  assert_int_equal(pose_sameframe(zero, turn, one, unit), mjSAMEFRAME_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unit_looks_at_the_square_of_the_length),
      cmocka_unit_test(z_goes_where_it_should),
      cmocka_unit_test(axes_are_the_columns_of_the_rotation),
      cmocka_unit_test(inverse_undoes_a_frame),
      cmocka_unit_test(sameframe_names_the_first_that_matches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
