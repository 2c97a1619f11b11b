// Passive forces: springs as gradients of their energy, slack tendons, gravity compensation, the
// medium, and what the flags switch off.
#include "kinematics/random_scene.h"

static void position_and_passive(scene c) {
  position_stage(c);
  velocity_stage(c);
}

// Springs pull down the slope of the potential energy, for joints of all types and tendons.
static void springs_are_gradients_of_energy(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < 100; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    memset(c.m->opt.gravity, 0, sizeof c.m->opt.gravity);
    for (int j = 0; j < c.m->njnt; j++) c.m->jnt_stiffness[j] = draw_between(0, 3);
    saved_state start = save_state(c);
    mjtNum rate = 0, power = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      mj_energyPos(c.m, c.d);
      rate += sign * c.d->energy[0] / (2 * h);
    }
    restore_state(c, start);
    position_and_passive(c);
    for (int i = 0; i < c.m->nv; i++) power += c.d->qfrc_spring[i] * c.d->qvel[i];
    assert_near(power, -rate, 1e-6);
    state_free(start);
    scene_free(c);
  }
}

static void dampers_take_energy_out(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    position_and_passive(c);
    mjtNum power = 0, lost = 0;
    for (int i = 0; i < c.m->nv; i++) {
      power += c.d->qfrc_damper[i] * c.d->qvel[i];
      lost += c.m->dof_damping[i] * c.d->qvel[i] * c.d->qvel[i];
    }
    for (int t = 0; t < c.m->ntendon; t++) {
      lost += c.m->tendon_damping[t] * c.d->ten_velocity[t] * c.d->ten_velocity[t];
    }
    assert_near(power, -lost, 1e-10);
    scene_free(c);
  }
}

static void tendons_are_slack_within_their_range(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1' contype='0'/></body>"
      "</worldbody><tendon><fixed stiffness='10' springlength='.2 .5'><joint joint='j' coef='2'/>"
      "</fixed></tendon></mujoco>"));
  static const mjtNum position[3] = {.05, .2, .4}, force[3] = {2, 0, -6};
  for (int k = 0; k < 3; k++) {
    c.d->qpos[0] = position[k];
    c.d->qvel[0] = 0;
    position_and_passive(c);
    assert_near(c.d->qfrc_passive[0], force[k], 1e-14);
  }
  scene_free(c);
}

// Bodies with full compensation do not feel gravity, wherever they are.
static void compensated_bodies_do_not_fall(void** state) {
  (void)state;
  for (int seed = 0; seed < 50; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int nv = c.m->nv;
    c.m->ngravcomp = c.m->nbody - 1;
    for (int b = 1; b < c.m->nbody; b++) c.m->body_gravcomp[b] = 1;
    memset(c.d->qvel, 0, sizeof(mjtNum) * nv);
    position_and_passive(c);
    for (int i = 0; i < nv; i++) {
      assert_near(c.d->qfrc_gravcomp[i] - c.d->qfrc_bias[i], 0, 1e-9);
      assert_near(c.d->qfrc_passive[i],
                  c.d->qfrc_spring[i] + c.d->qfrc_damper[i] + c.d->qfrc_gravcomp[i], 1e-12);
    }
    // left to actuators, it is not passive
    memset(c.m->jnt_actgravcomp, 1, c.m->njnt);
    position_and_passive(c);
    acceleration_stage(c);
    for (int i = 0; i < nv; i++) {
      assert_near(c.d->qfrc_passive[i], c.d->qfrc_spring[i] + c.d->qfrc_damper[i], 1e-12);
    }
    scene_free(c);
  }
}

#define FLUID                                                                                    \
  "<mujoco><option density='1.2' viscosity='.1' wind='1 2 3' gravity='0 0 0'/><worldbody><body>" \
  "<freejoint/><geom type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid' contype='0' "       \
  "conaffinity='0'/></body><body pos='2 0 0'><freejoint/><geom type='box' size='.1 .2 .3' "      \
  "contype='0' conaffinity='0'/></body></worldbody></mujoco>"

static void the_medium_has_the_reference_numbers(void** state) {
  (void)state;
  scene c = scene_of(model_from(FLUID));
  static const mjtNum qfrc[12] = {1.41331091563704,    1.35735640314786,    1.54462423313175,
                                  0.0171474527989366,  -0.0977200581136307, 0.0347974167984912,
                                  0.126057335529233,   0.55606934211693,    1.00336134870463,
                                  -0.0206881929829747, -0.0233074522812721, -0.0245680715795696};
  static const mjtNum coefficients[12] = {1,
                                          .5,
                                          .25,
                                          1.5,
                                          1,
                                          1,
                                          0.034218923351023,
                                          0.00916196968609334,
                                          0.00465600129540255,
                                          3.91419014518704e-05,
                                          0.000355998376259504,
                                          9.63256191850468e-05};
  memcpy(c.d->qpos, c.m->qpos0, sizeof(mjtNum) * c.m->nq);
  for (int i = 0; i < 12; i++) c.d->qvel[i] = 0.1 * (i + 1);
  position_and_passive(c);
  assert_near_vector(c.m->geom_fluid, coefficients, 12, 1e-15);
  assert_near_vector(c.d->qfrc_fluid, qfrc, 12, 1e-14);
  scene_free(c);
}

// Bodies that drift with the wind and do not turn feel nothing.
static void the_medium_acts_on_relative_motion_only(void** state) {
  (void)state;
  scene c = scene_of(model_from(FLUID));
  memset(c.d->qvel, 0, sizeof(mjtNum) * 12);
  for (int k = 0; k < 3; k++) c.d->qvel[k] = c.d->qvel[6 + k] = c.m->opt.wind[k];
  position_and_passive(c);
  for (int i = 0; i < 12; i++) assert_near(c.d->qfrc_fluid[i], 0, 1e-15);
  scene_free(c);
}

static int calls;
static void count_call(const mjModel* m, mjData* d) {
  (void)m;
  d->qfrc_passive[0] += 1;
  calls++;
}

static void flags_switch_off_what_they_name(void** state) {
  (void)state;
  scene c = random_scene(7, 12);
  int nv = c.m->nv;
  mjcb_passive = count_call;
  calls = 0;
  c.m->opt.disableflags = mjDSBL_SPRING;
  position_and_passive(c);
  for (int i = 0; i < nv; i++) assert_near(c.d->qfrc_spring[i], 0, 0);
  assert_true(mju_norm(c.d->qfrc_damper, nv) > 0);
  assert_near(c.d->qfrc_passive[0], c.d->qfrc_damper[0] + 1, 1e-15);
  c.m->opt.disableflags = mjDSBL_DAMPER;
  position_and_passive(c);
  for (int i = 0; i < nv; i++) assert_near(c.d->qfrc_damper[i], 0, 0);
  assert_true(mju_norm(c.d->qfrc_spring, nv) > 0);
  assert_int_equal(calls, 2);

  // both: nothing at all, not even the callback
  c.m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  c.m->opt.density = 1;
  position_and_passive(c);
  for (int i = 0; i < nv; i++) assert_near(c.d->qfrc_passive[i] + c.d->qfrc_fluid[i], 0, 0);
  assert_int_equal(calls, 2);
  mjcb_passive = NULL;
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_are_gradients_of_energy),
      cmocka_unit_test(dampers_take_energy_out),
      cmocka_unit_test(tendons_are_slack_within_their_range),
      cmocka_unit_test(compensated_bodies_do_not_fall),
      cmocka_unit_test(the_medium_has_the_reference_numbers),
      cmocka_unit_test(the_medium_acts_on_relative_motion_only),
      cmocka_unit_test(flags_switch_off_what_they_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
