// Quaternions, matrices and poses describe the same rotations; derivatives match differences.

#include "math/draw.h"
#include <engine/base.h>
#include <engine/math.h>

enum { CASES = 300 };

static void draw_unit(mjtNum* x, int n) {
  do { draw_vector(x, n); } while (mju_norm(x, n) < 0.1);
  mju_normalize(x, n);
}

// Now and then one of the quaternions that are special to some branch.
static void draw_quat(mjtNum q[4]) {
  static const mjtNum special[][4] = {{1, 0, 0, 0}, {-1, 0, 0, 0}, {0, 1, 0, 0},
                                      {0, 0, 1, 0}, {0, 0, 0, -1}, {0, 0.6, 0, 0.8}};
  int i = draw_int(0, 20);
  if (i < 6) {
    mju_copy4(q, special[i]);
  } else {
    draw_unit(q, 4);
  }
}

// The same rotation: equal but for the sign.
static void assert_same_rotation(const mjtNum a[4], const mjtNum b[4], mjtNum tolerance) {
  assert_near(fabs(mju_dot(a, b, 4)), 1, tolerance);
  assert_near(mju_norm(a, 4), 1, tolerance);
}

static void quaternions_rotate_as_their_matrices(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum q[4], p[4], pq[4], mp[9], mq[9], mpq[9], product[9], v[3], a[3], b[3], back[4];
    draw_quat(q);
    draw_quat(p);
    draw_vector(v, 3);
    mju_quat2Mat(mq, q);
    mju_quat2Mat(mp, p);
    mju_rotVecQuat(a, v, q);
    mju_mulMatVec3(b, mq, v);
    assert_near_vector(a, b, 3, 1e-14);
    mju_mulQuat(pq, p, q);
    mju_quat2Mat(mpq, pq);
    mju_mulMatMat(product, mp, mq, 3, 3, 3);
    assert_near_vector(mpq, product, 9, 1e-14);
    mju_mat2Quat(back, mq);
    assert_same_rotation(back, q, 1e-14);
    mju_negQuat(back, q);
    mju_mulQuat(back, back, q);
    mju_unit4(p);
    assert_near_vector(back, p, 4, 1e-14);
    mjtNum axis[4] = {0, v[0], v[1], v[2]}, expect[4];
    mju_mulQuat(expect, q, axis);
    mju_mulQuatAxis(back, q, v);
    assert_near_vector(back, expect, 4, 1e-15);
    mju_mulQuat(expect, axis, q);
    mju_derivQuat(back, q, v);
    mju_scl(expect, expect, 0.5, 4);
    assert_near_vector(back, expect, 4, 1e-15);
    mju_rotVecQuat(v, v, q);
    assert_memory_equal(v, a, sizeof a);
  }
}

static void velocity_undoes_integration(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum q[4], start[4], v[3], r[3], dt = 0.01 + draw_int(1, 100) * 0.01;
    draw_quat(start);
    draw_unit(v, 3);
    mju_scl3(v, v, 3 * draw() / dt);  // less than half a turn
    mju_copy4(q, start);
    mju_quatIntegrate(q, v, dt);
    mju_subQuat(r, q, start);
    mju_scl3(r, r, 1 / dt);
    assert_near_vector(r, v, 3, 1e-10 / dt);
    mju_negQuat(start, start);
    mju_mulQuat(q, start, q);
    mju_quat2Vel(r, q, dt);
    assert_near_vector(r, v, 3, 1e-10 / dt);
    mju_scl(q, q, -3, 4);  // the same rotation
    mju_quat2Vel(r, q, dt);
    assert_near_vector(r, v, 3, 1e-10 / dt);
  }
  mjtNum q[4] = {0, 0, 0, 0}, v[3] = {0, 0, 0}, r[3];
  mju_quatIntegrate(q, v, 1);
  assert_true(q[0] == 1 && q[1] == 0);
  mju_quat2Vel(r, q, 1);
  assert_true(r[0] == 0 && r[1] == 0 && r[2] == 0);
}

static void the_z_axis_goes_where_it_should_by_the_shortest_way(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum to[3], q[4], z[3] = {0, 0, 1}, r[3];
    draw_unit(to, 3);
    if (c % 10 == 0) {
      mju_zero3(to);
      to[2] = c % 20 ? 1 : -1;
    }
    mju_scl3(r, to, 10);
    mju_quatZ2Vec(q, r);
    mju_rotVecQuat(r, z, q);
    assert_near_vector(r, to, 3, 1e-14);
    assert_near(q[3], 0, 1e-15);
    assert_true(q[0] >= 0);
  }
  mjtNum none[3] = {0, 1e-16, 0}, q[4];
  mju_quatZ2Vec(q, none);
  assert_true(q[0] == 1);
}

static void euler_angles_compose_as_their_axes_say(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    const char* letters = "xyzXYZ";
    char seq[4] = {0};
    mjtNum e[3], q[4], expect[4] = {1, 0, 0, 0};
    draw_vector(e, 3);
    for (int i = 0; i < 3; i++) {
      int letter = draw_int(0, 5);
      seq[i] = letters[letter];
      mjtNum axis[3] = {0, 0, 0}, turn[4];
      axis[letter % 3] = 1;
      mju_axisAngle2Quat(turn, axis, 4 * e[i]);
      mju_mulQuat(expect, letter < 3 ? expect : turn, letter < 3 ? turn : expect);
      e[i] *= 4;
    }
    mju_euler2Quat(q, e, seq);
    assert_near_vector(q, expect, 4, 1e-14);
  }
}

static int errors;
static void count_error(const char* message) {
  assert_non_null(strstr(message, "mju_euler2Quat"));
  errors++;
}

static void bad_axis_sequences_are_errors_and_change_nothing(void** state) {
  (void)state;
  mjtNum q[4] = {5, 6, 7, 8}, e[3] = {1, 2, 3};
  mju_user_error = count_error;
  mju_euler2Quat(q, e, "xy");
  mju_euler2Quat(q, e, "xyzx");
  mju_euler2Quat(q, e, "xya");
  mju_euler2Quat(q, e, NULL);
  mju_user_error = NULL;
  assert_int_equal(errors, 4);
  for (int i = 0; i < 4; i++) assert_true(q[i] == 5 + i);
}

static void poses_compose_and_invert(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum p1[3], p2[3], p[3], n[3], v[3], a[3], b[3], q1[4], q2[4], q[4], nq[4];
    draw_vector(p1, 3);
    draw_vector(p2, 3);
    draw_vector(v, 3);
    draw_quat(q1);
    draw_quat(q2);
    mju_mulPose(p, q, p1, q1, p2, q2);
    mju_trnVecPose(a, p2, q2, v);
    mju_trnVecPose(a, p1, q1, a);
    mju_trnVecPose(b, p, q, v);
    assert_near_vector(a, b, 3, 1e-14);
    mju_negPose(n, nq, p, q);
    mju_trnVecPose(b, n, nq, b);
    assert_near_vector(b, v, 3, 1e-14);
    mju_mulPose(p1, q1, p1, q1, p2, q2);  // in place
    assert_memory_equal(p1, p, sizeof p);
    assert_memory_equal(q1, q, sizeof q);
  }
}

static void nearest_rotation_is_the_polar_factor(void** state) {
  (void)state;
  for (int c = 0; c < 100; c++) {
    draw_seed(c);
    mjtNum q[4], start[4], rot[9], stretch[9], root[9], mat[9], axis[3];
    draw_unit(q, 4);
    draw_vector(root, 9);
    mju_mulMatMatT(stretch, root, root, 3, 3, 3);
    for (int i = 0; i < 3; i++) stretch[4 * i] += 0.5;
    mju_quat2Mat(rot, q);
    mju_mulMatMat(mat, rot, stretch, 3, 3, 3);
    draw_unit(axis, 3);
    mju_axisAngle2Quat(start, axis, draw());
    mju_mulQuat(start, start, q);
    assert_in_range(mju_mat2Rot(start, mat), 0, 499);
    assert_same_rotation(start, q, 1e-8);
  }
  mjtNum zero[9] = {0}, q[4] = {1, 0, 0, 0};
  assert_int_equal(mju_mat2Rot(q, zero), 0);
  mjtNum nan[9] = {NAN};
  mju_mat2Rot(q, nan);  // returns
}

static void eigenvectors_diagonalise(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    // with repeated eigenvalues and zeros now and then
    mjtNum q[4], rot[9], d[9] = {0}, mat[9], half[9], val[3], vec[9], quat[4], back[9];
    for (int i = 0; i < 3; i++) d[4 * i] = draw_int(0, 3) ? 3 * draw() : draw_int(0, 1);
    draw_quat(q);
    mju_quat2Mat(rot, q);
    mju_mulMatMat(half, rot, d, 3, 3, 3);
    mju_mulMatMatT(mat, half, rot, 3, 3, 3);
    mju_symmetrize(mat, mat, 3);
    assert_in_range(mju_eig3(val, vec, quat, mat), 0, 499);
    assert_true(val[0] + 1e-12 >= val[1] && val[1] + 1e-12 >= val[2]);
    mju_quat2Mat(back, quat);
    assert_near_vector(back, vec, 9, 1e-14);
    mjtNum diag[9] = {val[0], 0, 0, 0, val[1], 0, 0, 0, val[2]};
    mju_mulMatMat(half, vec, diag, 3, 3, 3);
    mju_mulMatMatT(back, half, vec, 3, 3, 3);
    assert_near_vector(back, mat, 9, 1e-5);  // a rotation of 1e-6 counts as none
    assert_near(val[0] + val[1] + val[2], mat[0] + mat[4] + mat[8], 1e-12);
  }
  // a worked example of the compiler's principal axes
  mjtNum m[9] = {2, .1, .2, .1, 2, .3, .2, .3, 3}, val[3], vec[9], quat[4];
  mjtNum expect_val[3] = {3.125920381946, 1.983812248683, 1.890267369370};
  mjtNum expect[4] = {0.462312982367, 0.618091921053, -0.226975144922, 0.593895080845};
  mju_eig3(val, vec, quat, m);
  assert_near_vector(val, expect_val, 3, 1e-11);
  assert_near_vector(quat, expect, 4, 1e-7);
  mjtNum nan[9] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  assert_int_equal(mju_eig3(val, vec, quat, nan), 0);
}

static void derivative_of_difference_matches_differences(void** state) {
  (void)state;
  const mjtNum eps = 1e-6;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum qa[4], qb[4], da[9], db[9], at[3], moved[3], q[4], step[3];
    draw_unit(qa, 4);
    mju_copy4(qb, qa);
    draw_unit(step, 3);
    mju_quatIntegrate(qb, step, c % 5 ? 2.8 * draw() : 1e-4 * draw());
    mjd_subQuat(qa, qb, da, db);
    mju_subQuat(at, qa, qb);
    for (int k = 0; k < 6; k++) {
      mju_zero3(step);
      step[k % 3] = 1;
      mju_copy4(q, k < 3 ? qa : qb);
      mju_quatIntegrate(q, step, eps);
      mju_subQuat(moved, k < 3 ? q : qa, k < 3 ? qb : q);
      for (int i = 0; i < 3; i++) {
        mjtNum slope = (moved[i] - at[i]) / eps;
        assert_near(slope, (k < 3 ? da : db)[3 * i + k % 3], 1e-4);
      }
    }
    mjd_subQuat(qa, qb, NULL, db);
    mjd_subQuat(qa, qb, NULL, NULL);
  }
}

// The step from one result to another, in the frame of the first.
static void difference(mjtNum r[3], const mjtNum from[4], const mjtNum to[4], mjtNum eps) {
  mju_subQuat(r, to, from);
  mju_scl3(r, r, 1 / eps);
}

static void derivative_of_integration_matches_differences(void** state) {
  (void)state;
  const mjtNum eps = 1e-6;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    mjtNum start[4], end[4], q[4], v[3], r[3], dq[9], dv[9], ds[3], scale = 0.1 + fabs(draw());
    draw_unit(start, 4);
    draw_vector(v, 3);
    mju_scl3(v, v, c % 3 ? 3 : 0.03 / scale);  // both sides of the series' limit
    if (c == 1) mju_zero3(v);
    mjd_quatIntegrate(v, scale, dq, dv, ds);
    mju_copy4(end, start);
    mju_quatIntegrate(end, v, scale);
    for (int k = 0; k < 3; k++) {
      mjtNum unit[3] = {k == 0, k == 1, k == 2}, moved[3];
      mju_copy4(q, start);
      mju_quatIntegrate(q, unit, eps);
      mju_quatIntegrate(q, v, scale);
      difference(r, end, q, eps);
      for (int i = 0; i < 3; i++) assert_near(r[i], dq[3 * i + k], 1e-5);
      mju_addScl3(moved, v, unit, eps / scale);  // the scaled velocity moves by eps
      mju_copy4(q, start);
      mju_quatIntegrate(q, moved, scale);
      difference(r, end, q, eps);
      for (int i = 0; i < 3; i++) assert_near(r[i], dv[3 * i + k], 1e-5);
    }
    mju_copy4(q, start);
    mju_quatIntegrate(q, v, scale + eps);
    difference(r, end, q, eps);
    assert_near_vector(r, ds, 3, 1e-5);
    mjd_quatIntegrate(v, scale, NULL, NULL, NULL);
  }
}

static void unit_quaternions_keep_every_bit(void** state) {
  (void)state;
  mjtNum q[4] = {0.6, 0, 0.8, 0}, zero[4] = {0, 0, 0, 1e-16};
  mju_normalize4(q);
  assert_true(q[0] == 0.6 && q[2] == 0.8);
  assert_near(mju_normalize4(zero), 1e-16, 1e-30);
  assert_true(zero[0] == 1 && zero[3] == 0);
  mjtNum identity[4] = {1, 0, 0, 0}, v[3] = {0.1, 0.2, 0.3}, r[3], none[3] = {0},
         axis[3] = {0, 0, 9};
  mju_rotVecQuat(r, v, identity);
  assert_memory_equal(r, v, sizeof v);
  mju_rotVecQuat(r, none, q);
  assert_true(r[0] == 0 && r[1] == 0 && r[2] == 0);
  mju_axisAngle2Quat(q, axis, 0);
  assert_memory_equal(q, identity, sizeof q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quaternions_rotate_as_their_matrices),
      cmocka_unit_test(velocity_undoes_integration),
      cmocka_unit_test(the_z_axis_goes_where_it_should_by_the_shortest_way),
      cmocka_unit_test(euler_angles_compose_as_their_axes_say),
      cmocka_unit_test(bad_axis_sequences_are_errors_and_change_nothing),
      cmocka_unit_test(poses_compose_and_invert),
      cmocka_unit_test(nearest_rotation_is_the_polar_factor),
      cmocka_unit_test(eigenvectors_diagonalise),
      cmocka_unit_test(derivative_of_difference_matches_differences),
      cmocka_unit_test(derivative_of_integration_matches_differences),
      cmocka_unit_test(unit_quaternions_keep_every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
