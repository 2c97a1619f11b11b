// Bad numbers, resets, warnings, timers, callbacks, energies: what the pipeline counts and when.
#include "step/bundled_model.h"

static const char scene[] =
    "<mujoco><worldbody><geom type='plane' size='2 2 .1'/>"
    "<body pos='0 0 .1'><freejoint/><geom size='.1'/></body>"
    "<body pos='1 0 1'><joint name='j' axis='0 1 0'/><geom type='capsule' size='.05 .2' pos='.2 0 "
    "0'/>"
    "</body></worldbody><actuator><motor joint='j'/></actuator>"
    "<sensor>%s</sensor></mujoco>";

static mjModel* scene_with(const char* sensors) {
  char text[2000];
  snprintf(text, sizeof text, scene, sensors);
  return model_from(text);
}

static int warnings;
static void count_warning(const char* message) {
  (void)message;
  warnings++;
}

static int silence(void** state) {
  (void)state;
  mju_user_warning = count_warning;
  warnings = 0;
  return 0;
}

static int restore(void** state) {
  (void)state;
  mju_user_warning = NULL;
  mjcb_control = NULL;
  mjcb_sensor = NULL;
  mjcb_time = NULL;
  return 0;
}

typedef struct {
  mjtWarning warning;
  int index;
  mjtNum value;
} bad_case;

// Put a bad number into the state: where it is checked is given by the warning.
static void spoil(mjData* d, const bad_case* c) {
  mjtNum* where = c->warning == mjWARN_BADQPOS   ? d->qpos
                  : c->warning == mjWARN_BADQVEL ? d->qvel
                                                 : d->qfrc_applied;
  where[c->index] = c->value;
}

static const bad_case bad_cases[] = {
    {mjWARN_BADQPOS, 1, NAN},   {mjWARN_BADQPOS, 7, 1.1e10}, {mjWARN_BADQVEL, 0, INFINITY},
    {mjWARN_BADQVEL, 5, -2e10}, {mjWARN_BADQACC, 2, 1e300},  {mjWARN_BADQACC, 2, -INFINITY},
};

static void bad_numbers_reset_the_simulation(void** state) {
  (void)state;
  mjModel* m = scene_with("");
  mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
  for (size_t i = 0; i < sizeof bad_cases / sizeof *bad_cases; i++) {
    const bad_case* c = bad_cases + i;
    mj_resetData(m, d);
    d->qpos[0] = 0.3;
    d->time = 5;
    warnings = 0;
    for (int times = 0; times < 2; times++) {
      spoil(d, c);
      mj_step(m, d);
      // one warning is left however often it happens, printed the first time
      assert_int_equal(d->warning[c->warning].number, 1);
      assert_int_equal(d->warning[c->warning].lastinfo, c->index);
      assert_int_equal(warnings, 1);
      mj_resetData(m, fresh);
      mj_step(m, fresh);
      assert_memory_equal(d->qpos, fresh->qpos, sizeof(mjtNum) * (size_t)m->nq);
      assert_memory_equal(d->qvel, fresh->qvel, sizeof(mjtNum) * (size_t)m->nv);
      assert_near(d->time, m->opt.timestep, 0);
    }
  }
  mj_deleteData(d);
  mj_deleteData(fresh);
  mj_deleteModel(m);
}

static void without_reset_bad_numbers_are_counted(void** state) {
  (void)state;
  mjModel* m = scene_with("");
  m->opt.disableflags = mjDSBL_AUTORESET;
  mjData* d = mj_makeData(m);
  d->qpos[7] = 3e10;
  mj_checkPos(m, d);
  mj_checkPos(m, d);
  assert_int_equal(d->warning[mjWARN_BADQPOS].number, 4);
  assert_int_equal(d->warning[mjWARN_BADQPOS].lastinfo, 7);
  assert_int_equal(warnings, 1);
  assert_true(d->qpos[7] == 3e10);
  // the limit itself is no bad number
  d->qvel[0] = 1e10;
  mj_checkVel(m, d);
  assert_int_equal(d->warning[mjWARN_BADQVEL].number, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void a_bad_control_silences_all_of_them(void** state) {
  (void)state;
  mjModel* m = scene_with("");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = NAN;
  mj_step(m, d);
  assert_int_equal(d->warning[mjWARN_BADCTRL].number, 1);
  assert_true(d->actuator_force[0] == 0 && isnan(d->ctrl[0]));
  mj_deleteData(d);
  mj_deleteModel(m);
}

static mjtNum ticks;
static mjtNum clock_of_ticks(void) { return ticks++; }

static void timers_count_the_stages_they_time(void** state) {
  (void)state;
  static const int once[] = {mjTIMER_FORWARD,     mjTIMER_POSITION,      mjTIMER_VELOCITY,
                             mjTIMER_ACTUATION,   mjTIMER_CONSTRAINT,    mjTIMER_POS_KINEMATICS,
                             mjTIMER_POS_INERTIA, mjTIMER_POS_COLLISION, mjTIMER_POS_MAKE,
                             mjTIMER_POS_PROJECT, mjTIMER_COL_BROAD,     mjTIMER_COL_NARROW};
  mjModel* m = scene_with("");
  for (int k = 0; k < 3; k++) {
    mjData* d = mj_makeData(m);
    m->opt.integrator = k == 1 ? mjINT_RK4 : mjINT_EULER;
    mjcb_time = k == 2 ? clock_of_ticks : NULL;
    for (int i = 0; i < 5; i++) mj_step(m, d);
    mj_step1(m, d);
    mj_step2(m, d);
    int forward = k == 1 ? 4 * 5 : 5;
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
      int halves = once[i] != mjTIMER_FORWARD;
      assert_int_equal(d->timer[once[i]].number, forward + halves);
      assert_true(k == 2 ? d->timer[once[i]].duration > 0 : d->timer[once[i]].duration == 0);
    }
    assert_int_equal(d->timer[mjTIMER_STEP].number, 6);
    assert_int_equal(d->timer[mjTIMER_ADVANCE].number, k == 1 ? 1 : 6);
    assert_int_equal(d->timer[mjTIMER_INVERSE].number, 0);
    // stages lie within the step, and parts of the position stage within it
    if (k == 2) {
      mjtNum parts = 0;
      for (int i = mjTIMER_POS_KINEMATICS; i <= mjTIMER_POS_PROJECT; i++)
        parts += d->timer[i].duration;
      assert_true(parts < d->timer[mjTIMER_POSITION].duration);
      assert_true(d->timer[mjTIMER_POSITION].duration < d->timer[mjTIMER_STEP].duration);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

static int controls;
static mjtNum control_times[10];
static void count_control(const mjModel* m, mjData* d) {
  (void)m;
  control_times[controls++ % 10] = d->time;
  d->ctrl[0] = 0.25;
}

static void the_control_callback_runs_once_per_evaluation(void** state) {
  (void)state;
  mjModel* m = scene_with("");
  mjData* d = mj_makeData(m);
  mjcb_control = count_control;
  controls = 0;
  mj_forward(m, d);
  assert_int_equal(controls, 1);
  assert_near(d->actuator_force[0], 0.25, 0);
  m->opt.integrator = mjINT_RK4;
  controls = 0;
  mj_step(m, d);
  assert_int_equal(controls, 4);
  mjtNum h = m->opt.timestep, expected[4] = {0, h / 2, h / 2, h};
  assert_near_vector(control_times, expected, 4, 1e-15);
  m->opt.disableflags = mjDSBL_ACTUATION;
  controls = 0;
  mj_step(m, d);
  assert_int_equal(controls, 0);
  mj_step1(m, d);
  assert_int_equal(controls, 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Sensors compute an energy whether it is enabled or not; without either both are 0.
static void energies_are_computed_where_they_are_wanted(void** state) {
  (void)state;
  static const char* const sensors[4] = {"", "<e_potential/>", "<e_kinetic/>",
                                         "<e_potential/><e_kinetic/>"};
  for (int k = 0; k < 8; k++) {
    mjModel* m = scene_with(sensors[k / 2]);
    m->opt.enableflags = k % 2 ? mjENBL_ENERGY : 0;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 1;
    d->energy[0] = d->energy[1] = 7;
    mj_forward(m, d);
    mjtNum energy[2] = {d->energy[0], d->energy[1]}, exact[2];
    mj_energyPos(m, d);
    mj_energyVel(m, d);
    exact[0] = d->energy[0];
    exact[1] = d->energy[1];
    assert_true(exact[1] > 0.1);
    int potential = k / 2 == 1 || k / 2 == 3, kinetic = k / 2 >= 2;
    if (k % 2) {
      assert_near_vector(energy, exact, 2, 0);
    } else if (!potential) {
      assert_true(energy[0] == 0 && energy[1] == 0);
    } else {
      assert_near(energy[0], exact[0], 0);
      assert_near(energy[1], kinetic ? exact[1] : 7, 0);
    }
    if (potential) assert_near(d->sensordata[0], exact[0], 0);
    if (kinetic) assert_near(d->sensordata[potential], exact[1], 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static int stages[mjSTAGE_ACC + 1];
static void count_stage(const mjModel* m, mjData* d, int stage) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] == stage) d->sensordata[m->sensor_adr[i]] = 10 * stage;
  }
  stages[stage]++;
}

static void user_sensors_are_called_at_their_stage(void** state) {
  (void)state;
  mjModel* m = scene_with(
      "<user dim='2' needstage='vel' cutoff='15'/><user dim='1' needstage='acc' cutoff='15'/>"
      "<user dim='1' needstage='acc'/>");
  mjData* d = mj_makeData(m);
  mjcb_sensor = count_stage;
  memset(stages, 0, sizeof stages);
  mj_forward(m, d);
  assert_int_equal(stages[mjSTAGE_POS], 0);
  assert_int_equal(stages[mjSTAGE_VEL], 1);
  assert_int_equal(stages[mjSTAGE_ACC], 1);
  const mjtNum expected[4] = {15, 0, 15, 10 * mjSTAGE_ACC};
  assert_near_vector(d->sensordata, expected, 4, 0);
  // disabled sensors keep what they have
  m->opt.disableflags = mjDSBL_SENSOR;
  d->sensordata[1] = 3;
  mj_forward(m, d);
  assert_int_equal(stages[mjSTAGE_VEL], 1);
  assert_near(d->sensordata[1], 3, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What is skipped is reused: forward dynamics after a change of controls alone.
static void skipped_stages_are_reused(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  draw_seed(3);
  mjData* d = random_state(m, 0.2, 1);
  draw_seed(3);
  mjData* whole = random_state(m, 0.2, 1);
  mj_forward(m, d);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = whole->ctrl[i] = draw();
  mj_forwardSkip(m, d, mjSTAGE_VEL, 0);
  mj_forward(m, whole);
  assert_memory_equal(d->qacc, whole->qacc, sizeof(mjtNum) * (size_t)m->nv);
  assert_memory_equal(d->sensordata, whole->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = whole->qvel[i] = draw();
  mj_forwardSkip(m, d, mjSTAGE_POS, 0);
  mj_forward(m, whole);
  assert_memory_equal(d->qacc, whole->qacc, sizeof(mjtNum) * (size_t)m->nv);
  mj_deleteData(d);
  mj_deleteData(whole);
  mj_deleteModel(m);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, silence, restore)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(bad_numbers_reset_the_simulation),
      TEST(without_reset_bad_numbers_are_counted),
      TEST(a_bad_control_silences_all_of_them),
      TEST(timers_count_the_stages_they_time),
      TEST(the_control_callback_runs_once_per_evaluation),
      TEST(energies_are_computed_where_they_are_wanted),
      TEST(user_sensors_are_called_at_their_stage),
      TEST(skipped_stages_are_reused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
