// Transmissions: moments are gradients of lengths where they are meant to be; reference numbers of
// the others.
#include "kinematics/random_scene.h"

// A row of the moments, whose columns ascend.
static void full_moment(scene c, int i, mjtNum* row) {
  memset(row, 0, sizeof(mjtNum) * c.m->nv);
  for (int k = 0, last = -1; k < c.d->moment_rownnz[i]; k++) {
    int adr = c.d->moment_rowadr[i] + k;
    assert_true(c.d->moment_colind[adr] > last);
    last = c.d->moment_colind[adr];
    row[last] = c.d->actuator_moment[adr];
  }
}

#define MECHANISM                                                                               \
  "<mujoco><compiler angle='radian'/><default><geom contype='0' conaffinity='0'/></default>"    \
  "<worldbody><site name='rail' pos='.1 .2 .3' zaxis='1 .3 -.2'/>"                              \
  "<body pos='.2 0 .1'><freejoint name='free'/><geom size='.1'/>"                               \
  "<site name='rider' pos='.1 0 .1' zaxis='.2 1 0'/>"                                           \
  "<body pos='.1 .3 .2'><joint name='hinge' axis='0 1 1' pos='.1 0 0'/>"                        \
  "<joint name='slide' type='slide' axis='1 0 .2'/><geom size='.1'/>"                           \
  "<site name='tip' pos='.2 .1 0' euler='.3 .2 .1'/>"                                           \
  "<body pos='.2 0 0'><joint name='ball' type='ball'/><geom size='.1' pos='.1 0 0'/>"           \
  "<site name='far' pos='.3 0 .1'/></body></body></body></worldbody>"                           \
  "<tendon><spatial name='t'><site site='rail'/><site site='tip'/><site site='far'/></spatial>" \
  "<fixed name='f'><joint joint='hinge' coef='.3'/><joint joint='slide' coef='-2'/></fixed>"    \
  "<fixed name='back'><joint joint='slide' coef='.7'/><joint joint='hinge' coef='-2'/>"         \
  "</fixed></tendon><actuator>"

#define END "</actuator></mujoco>"

// Lengths whose moments are true gradients: everything that depends on the configuration alone and
// is measured in a frame that stands still, or has none.
static void moments_are_gradients_of_lengths(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    scene c = scene_of(
        model_from(MECHANISM "<general joint='hinge' gear='1.5'/><general joint='slide' gear='-2'/>"
                             "<general tendon='t' gear='3'/><general tendon='f' gear='.5'/>"
                             "<general tendon='back' gear='-3'/>"
                             "<general cranksite='far' slidersite='rail' cranklength='2' gear='2'/>"
                             "<general cranksite='far' slidersite='rider' cranklength='1.5'/>"
                             "<general cranksite='far' slidersite='rider' cranklength='.01'/>"
                             "<general site='far' refsite='rail' gear='1 2 -1 0 0 0'/>" END));
    int nu = c.m->nu, nv = c.m->nv;
    mjtNum *rate = new_vector(nu), *row = new_vector(nv);
    saved_state start = save_state(c);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      for (int i = 0; i < nu; i++) rate[i] += sign * c.d->actuator_length[i] / (2 * h);
    }
    restore_state(c, start);
    position_stage(c);
    for (int i = 0; i < nu; i++) {
      mjtNum sum = 0;
      full_moment(c, i, row);
      for (int k = 0; k < nv; k++) sum += row[k] * c.d->qvel[k];
      assert_near(sum, rate[i], 1e-6);
    }
    free(rate);
    free(row);
    state_free(start);
    scene_free(c);
  }
}

// A force at a site, in its frame, does the work of that force.
static void sites_push_in_their_own_frame(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    scene c = scene_of(model_from(MECHANISM "<general site='tip' gear='1 2 3 -1 .5 2'/>" END));
    static const mjtNum gear[6] = {1, 2, 3, -1, .5, 2};
    mjtNum force[3], torque[3], *row = new_vector(c.m->nv), *qfrc = new_vector(c.m->nv);
    int site = mj_name2id(c.m, mjOBJ_SITE, "tip");
    position_stage(c);
    mju_mulMatVec3(force, c.d->site_xmat + 9 * site, gear);
    mju_mulMatVec3(torque, c.d->site_xmat + 9 * site, gear + 3);
    mj_applyFT(c.m, c.d, force, torque, c.d->site_xpos + 3 * site, c.m->site_bodyid[site], qfrc);
    full_moment(c, 0, row);
    assert_near_vector(row, qfrc, c.m->nv, 1e-12);
    free(row);
    free(qfrc);
    scene_free(c);
  }
}

// jointinparent turns the gear with the child: torques about axes that do not move with it.
static void gears_in_the_parent_do_not_turn_with_the_child(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    scene c =
        scene_of(model_from(MECHANISM "<general joint='ball' gear='1 2 3'/>"
                                      "<general jointinparent='ball' gear='1 2 3'/>"
                                      "<general jointinparent='free' gear='0 0 0 1 2 3'/>" END));
    static const mjtNum gear[3] = {1, 2, 3};
    mjtNum row[12], world[3], unit[4], back[4], turned[3];
    position_stage(c);
    full_moment(c, 0, row);
    assert_near_vector(row + 8, gear, 3, 0);

    int j = mj_name2id(c.m, mjOBJ_JOINT, "ball");
    mju_copy4(unit, c.d->qpos + c.m->jnt_qposadr[j]);
    mju_normalize4(unit);
    mju_negQuat(back, unit);
    mju_rotVecQuat(turned, gear, back);
    full_moment(c, 1, row);
    assert_near_vector(row + 8, turned, 3, 1e-14);
    assert_near(c.d->actuator_length[0], c.d->actuator_length[1], 1e-12);

    // of the free joint: the torque in the world
    full_moment(c, 2, row);
    mju_mulMatVec3(world, c.d->xmat + 9, row + 3);
    assert_near_vector(world, gear, 3, 1e-14);
    assert_near(c.d->actuator_length[2], 0, 0);
    scene_free(c);
  }
}

static void rotations_relative_to_a_site_have_the_reference_lengths(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><worldbody><site name='r' euler='10 20 30'/><body><joint type='ball'/>"
      "<geom size='.1' contype='0' conaffinity='0'/><site name='s' euler='40 -20 70'/></body>"
      "</worldbody><actuator><general site='s' refsite='r' gear='0 0 0 1 0 0'/>"
      "<general site='s' refsite='r' gear='0 0 0 0 1 0'/>"
      "<general site='s' refsite='r' gear='0 0 0 0 0 1'/></actuator></mujoco>"));
  static const mjtNum qpos[4] = {.9, .3, -.2, .4};
  static const mjtNum expected[3] = {0.17008387598, -0.926657535817, 1.71047263213};
  memcpy(c.d->qpos, qpos, sizeof qpos);
  position_stage(c);
  assert_near_vector(c.d->actuator_length, expected, 3, 1e-11);
  scene_free(c);
}

static void slider_cranks_have_the_reference_numbers(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><compiler angle='radian'/><worldbody><site name='s' zaxis='1 0 0'/>"
      "<body pos='1 0 0'><joint axis='0 0 1'/><geom size='.1' contype='0' conaffinity='0'/>"
      "<site name='c' pos='0 .3 0'/></body></worldbody><actuator>"
      "<general cranksite='c' slidersite='s' cranklength='.8' gear='2'/>"
      "<general cranksite='c' slidersite='s' cranklength='.1'/></actuator></mujoco>"));
  c.d->qpos[0] = 0.2;
  position_stage(c);
  assert_near(c.d->actuator_length[0], 0.392776553202354, 1e-14);
  assert_near(c.d->actuator_moment[0], -0.635146312578786, 1e-14);
  assert_near(c.d->actuator_length[1], 0.940399200761482, 1e-14);
  assert_near(c.d->actuator_moment[1], -0.294019973352373, 1e-14);
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_are_gradients_of_lengths),
      cmocka_unit_test(sites_push_in_their_own_frame),
      cmocka_unit_test(gears_in_the_parent_do_not_turn_with_the_child),
      cmocka_unit_test(rotations_relative_to_a_site_have_the_reference_lengths),
      cmocka_unit_test(slider_cranks_have_the_reference_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
