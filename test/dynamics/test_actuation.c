// Actuators: dynamics, gains, biases, limits, muscles, bad controls.
#include "dynamics/actuation.h"
#include "dynamics/muscle.h"
#include "kinematics/random_scene.h"

#define ARM                                                                                       \
  "<mujoco><compiler angle='radian'/><option timestep='.01'/><worldbody><body>"                   \
  "<joint name='a' axis='0 1 0'/><geom size='.1' pos='.2 0 0' contype='0' conaffinity='0'/>"      \
  "<body pos='.4 0 0'><joint name='b' type='slide' axis='1 0 0'/><geom size='.1' contype='0' "    \
  "conaffinity='0'/></body></body></worldbody><tendon><fixed name='t' actuatorfrclimited='true' " \
  "actuatorfrcrange='-1 1'><joint joint='b' coef='1'/></fixed></tendon><actuator>"

#define END "</actuator></mujoco>"

static void all_stages(scene c) {
  position_stage(c);
  velocity_stage(c);
  acceleration_stage(c);
}

static void controls_are_clamped_but_not_changed(void** state) {
  (void)state;
  scene c = scene_of(model_from(ARM "<motor joint='a' ctrlrange='-1 1' ctrllimited='true' "
                                    "gear='3'/>" END));
  c.d->ctrl[0] = 5;
  all_stages(c);
  assert_near(c.d->qfrc_actuator[0], 3, 1e-15);
  assert_near(c.d->ctrl[0], 5, 0);
  c.m->opt.disableflags |= mjDSBL_CLAMPCTRL;
  all_stages(c);
  assert_near(c.d->qfrc_actuator[0], 15, 1e-15);
  c.m->opt.disableflags |= mjDSBL_ACTUATION;
  all_stages(c);
  assert_near(c.d->qfrc_actuator[0], 0, 0);
  assert_near(c.d->actuator_force[0], 0, 0);
  scene_free(c);
}

static int nwarned;
static void count_warning(const char* text) {
  (void)text;
  nwarned++;
}

// One bad control stops all; the warning tells which, is counted each time and printed once.
static void bad_controls_count_as_zero(void** state) {
  (void)state;
  scene c = scene_of(model_from(ARM "<motor joint='a'/><motor joint='b'/><motor joint='a' "
                                    "ctrllimited='true' ctrlrange='-1 1'/>" END));
  static const mjtNum bad[3] = {NAN, INFINITY, 1.1e10};
  mju_user_warning = count_warning;
  nwarned = 0;
  for (int k = 0; k < 3; k++) {
    c.d->ctrl[0] = 1;
    c.d->ctrl[1] = bad[k];
    c.d->ctrl[2] = 1;
    all_stages(c);
    assert_near(c.d->qfrc_actuator[0], 0, 0);
    assert_int_equal(c.d->warning[mjWARN_BADCTRL].number, k + 1);
    assert_int_equal(c.d->warning[mjWARN_BADCTRL].lastinfo, 1);
  }
  assert_int_equal(nwarned, 1);
  // infinite but limited: clamped, and fine
  c.d->ctrl[1] = 0;
  c.d->ctrl[2] = -INFINITY;
  all_stages(c);
  assert_near(c.d->qfrc_actuator[0], 0, 1e-15);
  assert_int_equal(c.d->warning[mjWARN_BADCTRL].number, 3);
  mju_user_warning = NULL;
  scene_free(c);
}

// Rates of activations, the activation one step on, and which of the two the force uses.
static void activations_follow_their_dynamics(void** state) {
  (void)state;
  scene c =
      scene_of(model_from(
          ARM "<general joint='a' dyntype='integrator' gainprm='2' actlimited='true' "
              "actrange='-1 1'/><general joint='a' dyntype='filter' dynprm='.1' gainprm='2'/>"
              "<general joint='a' dyntype='filterexact' dynprm='.1' gainprm='2' actearly='true'/>"
              "<general joint='a' dyntype='muscle' dynprm='.01 .04' gainprm='2'/>" END));
  mjtNum act[4] = {.99, .3, -.2, .4}, ctrl[4] = {3, .5, .7, .9};
  memcpy(c.d->act, act, sizeof act);
  memcpy(c.d->ctrl, ctrl, sizeof ctrl);
  all_stages(c);
  mjtNum rate[4] = {3, .2 / .1, .9 / .1, mju_muscleDynamics(.9, .4, (mjtNum[]){.01, .04, 0})};
  assert_near_vector(c.d->act_dot, rate, 4, 1e-14);
  mjtNum exact = .7 - .9 * exp(-.01 / .1);
  assert_near(next_activation(c.m, 0, act[0], rate[0]), 1, 0);
  assert_near(next_activation(c.m, 1, act[1], rate[1]), .3 + .01 * 2, 1e-15);
  assert_near(next_activation(c.m, 2, act[2], rate[2]), exact, 1e-15);
  mjtNum force[4] = {2 * .99, 2 * .3, 2 * exact, 2 * .4};
  assert_near_vector(c.d->actuator_force, force, 4, 1e-14);
  scene_free(c);
}

static void groups_can_be_switched_off(void** state) {
  (void)state;
  scene c = scene_of(model_from(ARM "<motor joint='a' group='0'/><motor joint='a' group='3'/>"
                                    "<motor joint='a' group='31'/>" END));
  for (int i = 0; i < 3; i++) c.d->ctrl[i] = 1;
  c.m->opt.disableactuator = ~0;
  all_stages(c);
  // there is no switch for groups above 30
  assert_near_vector(c.d->actuator_force, ((mjtNum[]){0, 0, 1}), 3, 0);
  c.m->opt.disableactuator = 1 << 3;
  all_stages(c);
  assert_near_vector(c.d->actuator_force, ((mjtNum[]){1, 0, 1}), 3, 0);
  scene_free(c);
}

// A servo is a spring and damper to its target, with a gear and with an activation too; switching
// off a group of others takes another way to the same force.
static void servos_pull_to_their_targets(void** state) {
  (void)state;
  scene c =
      scene_of(model_from(
          ARM "<position joint='a' kp='7' kv='2' gear='3'/><velocity joint='a' kv='5' gear='3'/>"
              "<intvelocity joint='a' kp='4' kv='1' gear='3' actrange='-9 9'/>"
              "<general joint='a' gaintype='affine' gainprm='1 2 3' biastype='affine' "
              "biasprm='.1 .2 .3' gear='3'/>" END));
  mjtNum q = 0.4, v = -1.3, u[4] = {0.9, 0.5, 0.1, 1.7}, act = 0.6;
  mjtNum length = 3 * q, rate = 3 * v;
  const mjtNum expected[4] = {7 * (u[0] - length) - 2 * rate, 5 * (u[1] - rate),
                              4 * (act - length) - rate,
                              (1 + 2 * length + 3 * rate) * u[3] + .1 + .2 * length + .3 * rate};
  c.d->qpos[0] = q;
  c.d->qvel[0] = v;
  c.d->act[0] = act;
  mju_copy(c.d->ctrl, u, 4);
  for (int off = 0; off < 2; off++) {
    c.m->opt.disableactuator = off << 5;
    all_stages(c);
    assert_near_vector(c.d->actuator_force, expected, 4, 1e-14);
    mjtNum sum = expected[0] + expected[1] + expected[2] + expected[3];
    assert_near(c.d->qfrc_actuator[0], 3 * sum, 1e-14);
  }
  scene_free(c);
}

// Forces on a limited tendon shrink together; limits of actuators and of joints come after.
static void limits_apply_in_their_order(void** state) {
  (void)state;
  scene c =
      scene_of(model_from(ARM "<motor tendon='t' gear='1'/><motor tendon='t' gear='2'/>" END));
  c.d->ctrl[0] = 3;
  c.d->ctrl[1] = 1;
  all_stages(c);
  assert_near_vector(c.d->actuator_force, ((mjtNum[]){.75, .25}), 2, 1e-15);
  assert_near(c.d->qfrc_actuator[1], 1.25, 1e-15);
  c.m->actuator_forcelimited[0] = 1;
  c.m->actuator_forcerange[1] = .5;
  all_stages(c);
  assert_near_vector(c.d->actuator_force, ((mjtNum[]){.5, .25}), 2, 1e-15);
  c.m->jnt_actfrclimited[1] = 1;
  c.m->jnt_actfrcrange[3] = .8;
  all_stages(c);
  assert_near(c.d->qfrc_actuator[1], .8, 1e-15);
  // a force that is not limited by the tendon is not scaled up to it either
  c.d->ctrl[0] = .1;
  c.d->ctrl[1] = -.2;
  all_stages(c);
  assert_near_vector(c.d->actuator_force, ((mjtNum[]){.1, -.2}), 2, 1e-15);
  scene_free(c);
}

// Motors alone are looked at together; a group switched off makes them go the way of all others.
static void motors_alone_have_gains_and_limits(void** state) {
  (void)state;
  scene c = scene_of(
      model_from("<mujoco><worldbody><body><joint name='a'/><joint name='b' type='slide' "
                 "actuatorfrcrange='-2 3'/><geom size='.1'/></body></worldbody><actuator>"
                 "<motor joint='a'/><general joint='a' gainprm='3' gear='-2' forcerange='-1 1.5'/>"
                 "<motor joint='b' ctrlrange='-.5 .5' gear='8'/></actuator></mujoco>"));
  mju_copy(c.d->ctrl, ((mjtNum[]){.7, .4, .9}), 3);
  for (int off = 0; off < 2; off++) {
    c.m->opt.disableactuator = off << 5;
    all_stages(c);
    assert_near_vector(c.d->actuator_force, ((mjtNum[]){.7, 1.2, .5}), 3, 1e-15);
    assert_near_vector(c.d->qfrc_actuator, ((mjtNum[]){.7 - 2.4, 3}), 2, 1e-15);
  }
  mju_copy(c.d->ctrl, ((mjtNum[]){-.7, .8, -.1}), 3);
  for (int off = 0; off < 2; off++) {
    c.m->opt.disableactuator = off << 5;
    all_stages(c);
    assert_near_vector(c.d->actuator_force, ((mjtNum[]){-.7, 1.5, -.1}), 3, 1e-15);
    assert_near_vector(c.d->qfrc_actuator, ((mjtNum[]){-.7 - 3, -.8}), 2, 1e-15);
  }
  scene_free(c);
}

static mjtNum user_gain(const mjModel* m, const mjData* d, int id) {
  (void)m;
  return 10 + d->actuator_length[id];
}

static void callbacks_define_user_types(void** state) {
  (void)state;
  scene c = scene_of(model_from(ARM "<general joint='a' gaintype='user' biastype='user'/>" END));
  c.d->qpos[0] = .5;
  c.d->ctrl[0] = 2;
  all_stages(c);
  assert_near(c.d->actuator_force[0], 2, 0);  // without callbacks: gain 1, bias 0
  mjcb_act_gain = user_gain;
  mjcb_act_bias = user_gain;
  all_stages(c);
  assert_near(c.d->actuator_force[0], 10.5 * 2 + 10.5, 1e-14);
  mj_resetCallbacks();
  scene_free(c);
}

static void muscles_have_the_reference_numbers(void** state) {
  (void)state;
  static const mjtNum prm[9] = {.75, 1.05, -1, 200, .5, 1.6, 1.5, 1.3, 1.2};
  static const mjtNum range[2] = {.5, 1.5}, sharp[3] = {.01, .04, 0}, smooth[3] = {.01, .04, .3};
  assert_near(mju_muscleGain(1, .3, range, 2, prm), -101.384, 1e-13);
  assert_near(mju_muscleGain(.7, -.5, range, 2, prm), -57.6072, 1e-13);
  assert_near(mju_muscleGain(1.2, 2.5, range, 2, prm), -118.464, 1e-13);
  assert_near(mju_muscleBias(2, range, 2, prm), -28.8888888888889, 1e-13);
  assert_near(mju_muscleDynamics(.8, .3, sharp), 52.6315789473684, 1e-13);
  assert_near(mju_muscleDynamics(.2, 1.3, sharp), -55, 1e-13);
  assert_near(mju_muscleDynamics(.35, .3, smooth), 3.05939885496183, 1e-13);
}

// The slope of the gain over velocity, on all pieces of the curve.
static void the_slope_of_muscles_is_the_derivative_of_their_gain(void** state) {
  (void)state;
  static const mjtNum prm[9] = {.75, 1.05, 30, 200, .5, 1.6, 1.5, 1.3, 1.2};
  static const mjtNum range[2] = {.5, 1.5};
  const mjtNum h = 1e-6;
  for (mjtNum v = -6.9; v < 4; v += 0.037) {
    mjtNum up = mju_muscleGain(1.1, v + h, range, 2, prm);
    mjtNum down = mju_muscleGain(1.1, v - h, range, 2, prm);
    assert_near(muscle_gain_slope(1.1, v, range, 2, prm), (up - down) / (2 * h), 1e-6);
  }
}

// The curves are continuous, the active one between 0 and its peaks.
static void muscle_curves_are_continuous(void** state) {
  (void)state;
  static const mjtNum prm[9] = {.75, 1.05, 1, 200, .5, 1.6, 1.5, 1.3, 1.2};
  static const mjtNum range[2] = {.5, 1.5};
  mjtNum gain = 0, bias = 0;
  for (mjtNum len = -2; len < 5; len += 1e-3) {
    mjtNum g = mju_muscleGain(len, 0, range, 2, prm), b = mju_muscleBias(len, range, 2, prm);
    assert_true(g <= 0 && g >= -1 - 1e-12 && b <= 0);
    if (len > -2) assert_true(fabs(g - gain) < 5e-3 && fabs(b - bias) < 5e-3);
    gain = g;
    bias = b;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_are_clamped_but_not_changed),
      cmocka_unit_test(bad_controls_count_as_zero),
      cmocka_unit_test(activations_follow_their_dynamics),
      cmocka_unit_test(groups_can_be_switched_off),
      cmocka_unit_test(servos_pull_to_their_targets),
      cmocka_unit_test(limits_apply_in_their_order),
      cmocka_unit_test(motors_alone_have_gains_and_limits),
      cmocka_unit_test(callbacks_define_user_types),
      cmocka_unit_test(muscles_have_the_reference_numbers),
      cmocka_unit_test(the_slope_of_muscles_is_the_derivative_of_their_gain),
      cmocka_unit_test(muscle_curves_are_continuous),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
