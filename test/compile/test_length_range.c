#include "compile/model_text.h"

static const char muscles[] =
    "<mujoco><compiler><lengthrange mode='none' uselimit='true'/></compiler><worldbody>"
    "<body><joint name='a' axis='0 1 0' range='-30 40'/><geom size='.1' pos='.3 0 0'/></body>"
    "<body pos='0 1 0'><joint name='b' axis='0 1 0' range='-50 60'/><geom size='.1' pos='.3 0 0'/>"
    "</body><body pos='0 2 0'><joint name='c' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>"
    "</worldbody><actuator><motor joint='a' gear='2'/><muscle joint='b'/><muscle "
    "joint='c'/></actuator>"
    "</mujoco>";

static const mjtNum degree = mjPI / 180;

typedef struct {
  mjModel* m;
  mjData* d;
  mjLROpt opt;
  char error[300];
} fixture;

static fixture start(void) {
  fixture f = {.m = model_from(muscles)};
  f.d = mj_makeData(f.m);
  mj_defaultLROpt(&f.opt);
  // as compilation does: nothing but inertia and limits
  f.m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                          mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  f.m->opt.timestep = f.opt.timestep;
  return f;
}

static void end(fixture* f) {
  mj_deleteData(f->d);
  mj_deleteModel(f->m);
}

static int range_of(fixture* f, int i) {
  return mj_setLengthRange(f->m, f->d, i, &f->opt, f->error, sizeof f->error);
}

// Limits are soft, so that what is pulled rests a little behind them: 1 % of the range.
static void pulling_ends_at_the_limits(void** state) {
  (void)state;
  fixture f = start();
  assert_int_equal(range_of(&f, 1), 1);
  const mjtNum* range = f.m->actuator_lengthrange + 2;
  assert_near(range[0], -50 * degree, 0.02);
  assert_near(range[1], 60 * degree, 0.02);
  assert_true(range[0] < -50 * degree && range[1] > 60 * degree);
  end(&f);
}

static void the_mode_says_which_actuators_are_meant(void** state) {
  (void)state;
  fixture f = start();
  assert_int_equal(range_of(&f, 0), 1);
  assert_true(f.m->actuator_lengthrange[0] == 0 && f.m->actuator_lengthrange[1] == 0);
  f.opt.mode = mjLRMODE_ALL;
  assert_int_equal(range_of(&f, 0), 1);
  assert_near(f.m->actuator_lengthrange[1], 2 * 40 * degree, 0.05);  // geared
  f.opt.mode = mjLRMODE_NONE;
  assert_int_equal(range_of(&f, 1), 1);
  assert_true(f.m->actuator_lengthrange[2] == 0);
  end(&f);
}

static void an_existing_range_is_kept(void** state) {
  (void)state;
  fixture f = start();
  f.m->actuator_lengthrange[2] = 1;
  f.m->actuator_lengthrange[3] = 2;
  assert_int_equal(range_of(&f, 1), 1);
  assert_true(f.m->actuator_lengthrange[2] == 1 && f.m->actuator_lengthrange[3] == 2);
  f.opt.useexisting = 0;
  assert_int_equal(range_of(&f, 1), 1);
  assert_true(f.m->actuator_lengthrange[2] < 0);
  end(&f);
}

// Each actuator gets the limits of its own target, exactly.
static void limits_of_the_target_can_stand_in(void** state) {
  (void)state;
  fixture f = start();
  f.opt.uselimit = 1;
  f.opt.mode = mjLRMODE_ALL;
  assert_int_equal(range_of(&f, 0), 1);
  assert_int_equal(range_of(&f, 1), 1);
  assert_memory_equal(f.m->actuator_lengthrange, f.m->jnt_range, 4 * sizeof(mjtNum));
  end(&f);
}

static void what_has_no_limits_has_no_range(void** state) {
  (void)state;
  fixture f = start();
  assert_int_equal(range_of(&f, 2), 0);
  assert_non_null(strstr(f.error, "actuator 2"));
  assert_int_equal(mj_setLengthRange(f.m, f.d, 2, &f.opt, NULL, 0), 0);
  end(&f);
  refused_with(
      "<mujoco><worldbody><body><joint name='c'/><geom size='.1' pos='.3 0 0'/></body></worldbody>"
      "<actuator><muscle name='m' joint='c'/></actuator></mujoco>",
      "'m'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pulling_ends_at_the_limits),
      cmocka_unit_test(the_mode_says_which_actuators_are_meant),
      cmocka_unit_test(an_existing_range_is_kept),
      cmocka_unit_test(limits_of_the_target_can_stand_in),
      cmocka_unit_test(what_has_no_limits_has_no_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
