// Sensors of motion: what they read is the time derivative of what others read.
#include "step/bundled_model.h"

// An arm of all joints with instruments at its end and on a free body, seen from a moving camera.
static const char scene[] =
    "<mujoco><option gravity='1 -2 -9'><flag constraint='disable'/></option><worldbody>"
    "<body name='free' pos='0 0 1'><freejoint/><geom type='box' size='.2 .15 .1' pos='.03 .02 "
    "0'/><camera name='eye' pos='.1 .2 .3' euler='20 30 40'/></body>"
    "<body name='base' pos='1 0 1'><joint type='ball'/><geom type='capsule' size='.05' fromto='0 0 "
    "0 "
    ".3 0 0'/>"
    "<body pos='.3 0 0' euler='10 0 0'><joint axis='0 1 1' pos='.1 0 0'/><joint type='slide' "
    "axis='1 "
    "1 0'/>"
    "<geom name='g' type='box' size='.1 .04 .06' pos='.1 .1 0' euler='0 30 0'/>"
    "<site name='s' pos='.2 .1 -.05' euler='40 10 70'/></body></body></worldbody>"
    "<sensor>"
    "<framepos objtype='site' objname='s'/><framequat objtype='site' objname='s'/>"
    "<framelinvel objtype='site' objname='s'/><frameangvel objtype='site' objname='s'/>"
    "<framelinacc objtype='site' objname='s'/><frameangacc objtype='site' objname='s'/>"
    "<framepos objtype='geom' objname='g' reftype='camera' refname='eye'/>"
    "<framelinvel objtype='geom' objname='g' reftype='camera' refname='eye'/>"
    "<frameangvel objtype='geom' objname='g' reftype='camera' refname='eye'/>"
    "<framequat objtype='geom' objname='g' reftype='camera' refname='eye'/>"
    "<velocimeter site='s'/><gyro site='s'/><accelerometer site='s'/><magnetometer site='s'/>"
    "<subtreecom body='base'/><subtreelinvel body='base'/><subtreeangmom body='free'/>"
    "<framexaxis objtype='site' objname='s'/><frameyaxis objtype='site' objname='s'/>"
    "<framezaxis objtype='site' objname='s'/>"
    "</sensor></mujoco>";

// Where each sensor of the scene starts.
enum {
  POS = 0,
  QUAT = 3,
  LINVEL = 7,
  ANGVEL = 10,
  LINACC = 13,
  ANGACC = 16,
  REL_POS = 19,
  REL_LINVEL = 22,
  REL_ANGVEL = 25,
  REL_QUAT = 28,
  VELOCIMETER = 32,
  GYRO = 35,
  ACCELEROMETER = 38,
  MAGNETOMETER = 41,
  COM = 44,
  COM_VEL = 47,
  ANGMOM = 50,
  AXES = 53,
  TOTAL = 62
};

// Sensors at the state a short time from that of d, along its velocities and accelerations.
static void sense_after(const mjModel* m, const mjData* d, mjtNum time, mjtNum* sensors) {
  mjData* later = mj_copyData(NULL, m, d);
  mjtNum mean[20];
  for (int i = 0; i < m->nv; i++) mean[i] = d->qvel[i] + time / 2 * d->qacc[i];
  mj_integratePos(m, later->qpos, mean, time);
  for (int i = 0; i < m->nv; i++) later->qvel[i] += time * d->qacc[i];
  mj_forward(m, later);
  memcpy(sensors, later->sensordata, sizeof(mjtNum) * TOTAL);
  mj_deleteData(later);
}

static void check_rates(const mjModel* m, mjData* d) {
  const mjtNum h = 1e-5, tolerance = 1e-6;  // truncation h^2, rounding 1e-15 / h
  mjtNum plus[TOTAL], minus[TOTAL], rate[TOTAL], turn[3], acc[3], local[3];
  sense_after(m, d, h, plus);
  sense_after(m, d, -h, minus);
  for (int i = 0; i < TOTAL; i++) rate[i] = (plus[i] - minus[i]) / (2 * h);
  const mjtNum *s = d->sensordata, *R = d->site_xmat;

  // positions to velocities, in the world, in a moving frame, of centres of mass
  assert_near_vector(s + LINVEL, rate + POS, 3, tolerance);
  assert_near_vector(s + REL_LINVEL, rate + REL_POS, 3, tolerance);
  assert_near_vector(s + COM_VEL, rate + COM, 3, tolerance);

  // orientations to angular velocities; mju_subQuat is in the frame that turns
  mju_subQuat(turn, plus + QUAT, minus + QUAT);
  mju_scl3(turn, turn, 1 / (2 * h));
  assert_near_vector(s + GYRO, turn, 3, tolerance);
  mju_rotVecQuat(turn, turn, s + QUAT);
  assert_near_vector(s + ANGVEL, turn, 3, tolerance);
  mju_subQuat(turn, plus + REL_QUAT, minus + REL_QUAT);
  mju_scl3(turn, turn, 1 / (2 * h));
  mju_rotVecQuat(turn, turn, s + REL_QUAT);
  assert_near_vector(s + REL_ANGVEL, turn, 3, tolerance);

  // velocities to accelerations; what is at rest accelerates upwards
  assert_near_vector(s + ANGACC, rate + ANGVEL, 3, tolerance);
  mju_sub3(acc, rate + LINVEL, m->opt.gravity);
  assert_near_vector(s + LINACC, acc, 3, tolerance);
  mju_mulMatTVec3(local, R, acc);
  assert_near_vector(s + ACCELEROMETER, local, 3, tolerance);
  mju_mulMatTVec3(local, R, s + LINVEL);
  assert_near_vector(s + VELOCIMETER, local, 3, 1e-12);
}

static void velocities_are_rates_of_positions_and_accelerations_of_velocities(void** state) {
  (void)state;
  mjModel* m = model_from(scene);
  assert_int_equal(m->nsensordata, TOTAL);
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    mjData* d = random_state(m, 1, 1.5);
    mj_forward(m, d);
    check_rates(m, d);

    // the frame itself, and the field of the earth in it
    for (int axis = 0; axis < 3; axis++) {
      for (int k = 0; k < 3; k++) {
        assert_near(d->sensordata[AXES + 3 * axis + k], d->site_xmat[3 * k + axis], 1e-14);
      }
    }
    mjtNum field[3];
    mju_mulMatTVec3(field, d->site_xmat, m->opt.magnetic);
    assert_near_vector(d->sensordata + MAGNETOMETER, field, 3, 1e-14);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

// The momentum of a body that nothing holds changes by the moment of what is applied to it.
static void angular_momentum_changes_by_moments(void** state) {
  (void)state;
  mjModel* m = model_from(scene);
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    mjData* d = random_state(m, 1, 1.5);
    mju_zero(d->qfrc_applied, m->nv);
    mj_forward(m, d);
    mjtNum plus[TOTAL], minus[TOTAL];
    sense_after(m, d, 1e-4, plus);
    sense_after(m, d, -1e-4, minus);
    for (int k = 0; k < 3; k++) {
      mjtNum rate = (plus[ANGMOM + k] - minus[ANGMOM + k]) / 2e-4;
      assert_near(rate, d->xfrc_applied[6 + 3 + k], 1e-5);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

// A free body in free fall feels nothing; at rest it feels the floor.
static void accelerometers_read_nothing_in_free_fall(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/>"
      "<body pos='0 0 5'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='a'/></body>"
      "<body pos='0.5 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='b'/></body>"
      "</worldbody><sensor><accelerometer site='a'/><accelerometer site='b'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 300; i++) mj_step(m, d);
  const mjtNum expected[6] = {0, 0, 0, 0, 0, 9.81};
  assert_near_vector(d->sensordata, expected, 6, 1e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(velocities_are_rates_of_positions_and_accelerations_of_velocities),
      cmocka_unit_test(angular_momentum_changes_by_moments),
      cmocka_unit_test(accelerometers_read_nothing_in_free_fall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
