// Tendons: the Jacobian is the gradient of the length, through every transition between wrapped and
// free; reference numbers of wrapped paths.
#include "kinematics/random_scene.h"

#define SCENE(option, wrap, side)                                                                \
  "<mujoco><compiler angle='radian'/><option " option                                            \
  "/><worldbody>"                                                                                \
  "<site name='a' pos='-.5 .02 .1'/><site name='side' pos='" side                                \
  "'/>"                                                                                          \
  "<body pos='0.01 0 0'><joint name='tilt' axis='1 .2 0' stiffness='1'/>"                        \
  "<geom name='w' type='" wrap                                                                   \
  "' size='.1 .3' contype='0' conaffinity='0'/></body>"                                          \
  "<body><joint name='turn' axis='0 .1 1'/><joint name='in' type='slide' axis='1 0 0'/>"         \
  "<geom size='.02' pos='.3 0 0' contype='0' conaffinity='0'/><site name='b' pos='.3 .05 .02'/>" \
  "</body></worldbody>"                                                                          \
  "<tendon><spatial name='t'><site site='a'/><geom geom='w' "

#define WITH_SIDE "sidesite='side'/><site site='b'/></spatial></tendon></mujoco>"
#define WITHOUT   "/><site site='b'/></spatial></tendon></mujoco>"

static mjtNum length_at(scene c, const mjtNum* qpos) {
  memcpy(c.d->qpos, qpos, sizeof(mjtNum) * c.m->nq);
  position_stage(c);
  return c.d->ten_length[0];
}

// Row of a tendon over all dofs.
static void full_row(scene c, int t, mjtNum* row) {
  int nv = c.m->nv;
  memset(row, 0, sizeof(mjtNum) * nv);
  if (!mj_isSparse(c.m)) {
    memcpy(row, c.d->ten_J + t * nv, sizeof(mjtNum) * nv);
    return;
  }
  for (int k = 0; k < c.d->ten_J_rownnz[t]; k++) {
    int adr = c.d->ten_J_rowadr[t] + k;
    row[c.d->ten_J_colind[adr]] = c.d->ten_J[adr];
  }
}

// What a sweep saw: steps wrapped, steps straight, steps where the length did not change as the
// moments say, and steps where it changed faster than anything moves.
typedef struct {
  int wrapped, straight, kinks, jumps;
} sweep_counts;

// Turn the joint a whole turn in small steps: the length changes by the mean of the moments at both
// ends of a step, but for the curvature; so it does where wrapping begins and ends.
static sweep_counts sweep(const char* xml, mjtNum tolerance) {
  sweep_counts seen = {0, 0, 0, 0};
  scene c = scene_of(model_from(xml));
  enum { STEPS = 20000 };
  const mjtNum h = 2 * mjPI / STEPS;
  mjtNum qpos[3] = {0.2, -mjPI, 0.1}, row[3], before[3], last = 0;
  for (int k = 0; k <= STEPS; k++) {
    qpos[1] = -mjPI + k * h;
    qpos[0] = 0.2 * sin(qpos[1]);
    mjtNum tilt = 0.2 * (sin(qpos[1]) - sin(qpos[1] - h)), length = length_at(c, qpos);
    full_row(c, 0, row);
    int n = c.d->ten_wrapnum[0];
    seen.wrapped += n == 4;
    seen.straight += n == 2;
    if (k) {
      mjtNum change = (row[0] + before[0]) / 2 * tilt + (row[1] + before[1]) / 2 * h;
      seen.kinks += !(fabs(length - last - change) < tolerance);
      seen.jumps += !(fabs(length - last) < h);  // nothing here is faster than 1
    }
    memcpy(before, row, sizeof row);
    last = length;
  }
  scene_free(c);
  return seen;
}

// A path round a cylinder has a kink where it changes from one side of the axis to the other: twice
// in a turn.  A path through the inside is found to within 1e-6 only, by Newton's method; it does
// not start where the path is almost straight, and there the touching point is put in the middle:
// in and out of that at both ends of the straight part.
static void moments_are_gradients_through_all_transitions(void** state) {
  (void)state;
  static const struct {
    const char* xml;
    mjtNum tolerance;
    int kinks, jumps;
  } table[] = {
      {SCENE("", "sphere", "0 .3 0") WITHOUT, 2e-9, 0, 0},
      {SCENE("", "cylinder", "0 .3 0") WITHOUT, 2e-9, 2, 0},
      {SCENE("", "sphere", "0 .02 0") WITH_SIDE, 2e-6, 4, 4},
      {SCENE("", "cylinder", "0 .02 0") WITH_SIDE, 2e-6, 4, 4},
      {SCENE("jacobian='sparse'", "sphere", "0 .3 0") WITHOUT, 2e-9, 0, 0},
      {SCENE("jacobian='sparse'", "cylinder", "0 .02 0") WITH_SIDE, 2e-6, 4, 4},
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    sweep_counts seen = sweep(table[k].xml, table[k].tolerance);
    assert_true(seen.wrapped > 100 && seen.straight > 100);
    assert_true(seen.kinks <= table[k].kinks);
    assert_true(seen.jumps <= table[k].jumps);
  }
}

// With a side site the path jumps to its other side where the site no longer lies on the way, so
// the gradient is checked point by point, away from jumps.
static void moments_with_a_side_site_are_gradients_between_jumps(void** state) {
  (void)state;
  const char* table[] = {SCENE("", "sphere", "0 .3 0") WITH_SIDE,
                         SCENE("", "cylinder", "0 .3 0") WITH_SIDE};
  const mjtNum h = 1e-6;
  for (int k = 0; k < 2; k++) {
    scene c = scene_of(model_from(table[k]));
    int good = 0, wrapped = 0;
    for (int n = 0; n < 2000; n++) {
      mjtNum row[3], q[3] = {0.1, -mjPI + n * mjPI / 1000, 0.1}, slope[3];
      for (int i = 0; i < 3; i++) {
        mjtNum up[3] = {q[0], q[1], q[2]}, down[3] = {q[0], q[1], q[2]};
        up[i] += h;
        down[i] -= h;
        slope[i] = (length_at(c, up) - length_at(c, down)) / (2 * h);
      }
      length_at(c, q);
      full_row(c, 0, row);
      wrapped += c.d->ten_wrapnum[0] == 4;
      good += fabs(row[0] - slope[0]) + fabs(row[1] - slope[1]) + fabs(row[2] - slope[2]) < 1e-7;
    }
    assert_true(good >= 1996 && wrapped > 500);
    scene_free(c);
  }
}

static void rows_of_random_tendons_are_gradients(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < 60; seed++) {
    scene c = random_scene(seed, 4 + seed % 30);
    int nt = c.m->ntendon, nv = c.m->nv;
    saved_state start = save_state(c);
    mjtNum *rate = new_vector(nt), *row = new_vector(nv);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      for (int t = 0; t < nt; t++) rate[t] += sign * c.d->ten_length[t] / (2 * h);
    }
    restore_state(c, start);
    position_stage(c);
    for (int t = 0; t < nt; t++) {
      mjtNum sum = 0;
      full_row(c, t, row);
      for (int i = 0; i < nv; i++) sum += row[i] * c.d->qvel[i];
      assert_near(sum, rate[t], 1e-6);
    }
    free(rate);
    free(row);
    state_free(start);
    scene_free(c);
  }
}

static void storage_does_not_change_the_rows(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    scene c = random_scene(seed, 4 + seed % 30);
    int n = c.m->ntendon * c.m->nv;
    mjtNum* dense = new_vector(n);
    c.m->opt.jacobian = mjJAC_DENSE;
    position_stage(c);
    memcpy(dense, c.d->ten_J, sizeof(mjtNum) * n);
    c.m->opt.jacobian = mjJAC_SPARSE;
    position_stage(c);
    for (int t = 0; t < c.m->ntendon; t++) {
      mjtNum* row = new_vector(c.m->nv);
      full_row(c, t, row);
      assert_near_vector(row, dense + t * c.m->nv, c.m->nv, 1e-14);
      const int* col = c.d->ten_J_colind + c.d->ten_J_rowadr[t];
      for (int k = 1; k < c.d->ten_J_rownnz[t]; k++) assert_true(col[k] > col[k - 1]);
      free(row);
    }
    free(dense);
    scene_free(c);
  }
}

static void assert_touches(scene c, const mjtNum expected[6]) {
  assert_int_equal(c.d->ten_wrapnum[0], 4);
  assert_near_vector(c.d->wrap_xpos + 3, expected, 6, 1e-11);
}

#define CYLINDER(side)                                                                        \
  "<mujoco><compiler angle='radian'/><worldbody><site name='s0' pos='-.5 0 .1'/>"             \
  "<site name='side' pos='" side                                                              \
  "'/><geom name='c' type='cylinder' size='.1 1' contype='0' "                                \
  "conaffinity='0'/><body><joint axis='0 0 1'/><geom size='.1' contype='0' conaffinity='0'/>" \
  "<site name='s1' pos='.5 .05 .3'/></body></worldbody><tendon><spatial><site site='s0'/>"    \
  "<geom geom='c' sidesite='side'/><site site='s1'/></spatial></tendon></mujoco>"

static void paths_round_a_cylinder_have_the_reference_numbers(void** state) {
  (void)state;
  mjtNum angle = 0.3;
  scene c = scene_of(model_from(CYLINDER("0 .2 0")));
  length_at(c, &angle);
  assert_touches(c, (mjtNum[]){-0.02, 0.0979795897113, 0.199720280494, -0.019800642371,
                               0.0980200722388, 0.199761688589});
  scene_free(c);

  // on the axis, but farther than the radius: outside, and no preference of a side
  c = scene_of(model_from(CYLINDER("0 0 .3")));
  assert_near(length_at(c, &angle), 1.08113805367, 1e-11);
  assert_touches(c, (mjtNum[]){-0.02, -0.0979795897113, 0.192217994273, 0.0564653737952,
                               -0.0825327908299, 0.207302947988});
  assert_near(c.d->ten_J[0], 0.0982740355844, 1e-11);
  scene_free(c);
}

static void a_path_through_a_sphere_has_the_reference_numbers(void** state) {
  (void)state;
  mjtNum angle = 0;
  scene c = scene_of(model_from(
      "<mujoco><compiler angle='radian'/><worldbody><site name='s0' pos='-.3 .2 .05'/>"
      "<site name='side' pos='0 .02 0'/><geom name='c' size='.1' contype='0' conaffinity='0'/>"
      "<body><joint axis='0 0 1'/><geom size='.1' contype='0' conaffinity='0'/>"
      "<site name='s1' pos='.25 .3 0'/></body></worldbody><tendon><spatial><site site='s0'/>"
      "<geom geom='c' sidesite='side'/><site site='s1'/></spatial></tendon></mujoco>"));
  assert_near(length_at(c, &angle), 0.638352864421384, 1e-12);
  mjtNum x[3] = {-0.014584738109978, 0.0983881026573714, 0.0103473025347629};
  assert_touches(c, (mjtNum[]){x[0], x[1], x[2], x[0], x[1], x[2]});
  assert_near(c.d->ten_J[0], -0.0870551905847648, 1e-12);
  scene_free(c);
}

// Site, geom, site, pulley, two branches: what is recorded of the path, and branches shared evenly.
static void pulleys_divide_and_are_recorded(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><worldbody><site name='A' pos='-1 0 .05'/><site name='B' pos='1 0 .05'/>"
      "<geom name='G' size='.1' contype='0' conaffinity='0'/>"
      "<body><joint type='slide'/><geom size='.1' contype='0' conaffinity='0'/>"
      "<site name='C' pos='1 0 1'/><site name='D' pos='1 1 1'/></body></worldbody>"
      "<tendon><spatial><site site='A'/><geom geom='G'/><site site='B'/><pulley divisor='2'/>"
      "<site site='B'/><site site='C'/><pulley divisor='2'/><site site='B'/><site site='D'/>"
      "</spatial></tendon></mujoco>"));
  mjtNum q = 0;
  static const int path[10] = {-1, 0, 0, -1, -2, -1, -1, -2, -1, -1};
  mjtNum length = length_at(c, &q);
  assert_int_equal(c.d->ten_wrapnum[0], 10);
  for (int k = 0; k < 10; k++) assert_int_equal(c.d->wrap_obj[k], path[k]);
  mjtNum round = 0;
  for (int k = 0; k < 3; k++) {
    const mjtNum* x = c.d->wrap_xpos + 3 * k;
    // the arc and its chord differ by the cube of its angle
    if (k != 1) round += mju_dist3(x, x + 3);
  }
  const mjtNum *t0 = c.d->wrap_xpos + 3, *t1 = c.d->wrap_xpos + 6;
  round += 0.2 * asin(mju_dist3(t0, t1) / 0.2);
  assert_near(length, round + 0.95 / 2 + hypot(1, 0.95) / 2, 1e-12);
  assert_near(c.d->ten_J[0], 1.0 / 2 + 0.95 / hypot(1, 0.95) / 2, 1e-12);
  scene_free(c);
}

// A straight path that touches the cylinder stays straight, whichever way all of it is turned.
static void a_path_that_touches_is_straight(void** state) {
  (void)state;
  for (int sphere = 0; sphere < 2; sphere++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><body euler='0 37 0'><joint axis='0 1 0'/>"
             "<geom name='c' type='%s' size='.1 .2' euler='90 0 0' contype='0'/>"
             "<site name='a' pos='-.3 0 .1'/><site name='b' pos='.3 0 .1'/></body></worldbody>"
             "<tendon><spatial><site site='a'/><geom geom='c' sidesite='b'/><site site='b'/>"
             "</spatial></tendon></mujoco>",
             sphere ? "sphere" : "cylinder");
    scene c = scene_of(model_from(xml));
    for (int i = 0; i < 1000; i++) {
      mjtNum angle = i * 2 * mjPI / 1000, length = length_at(c, &angle);
      if (fabs(length - .6) > 1e-7) fail_msg("angle %d of 1000: length %.10g", i, length);
    }
    scene_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_are_gradients_through_all_transitions),
      cmocka_unit_test(moments_with_a_side_site_are_gradients_between_jumps),
      cmocka_unit_test(rows_of_random_tendons_are_gradients),
      cmocka_unit_test(storage_does_not_change_the_rows),
      cmocka_unit_test(paths_round_a_cylinder_have_the_reference_numbers),
      cmocka_unit_test(a_path_through_a_sphere_has_the_reference_numbers),
      cmocka_unit_test(pulleys_divide_and_are_recorded),
      cmocka_unit_test(a_path_that_touches_is_straight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
