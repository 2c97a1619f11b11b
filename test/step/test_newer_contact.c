// Laws of what is newer about contacts: surfaces that move, contacts that hold on, margins and
// gaps.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "compile/model_text.h"

static void run(const mjModel* m, mjData* d, mjtNum seconds) {
  while (d->time < seconds) mj_step(m, d);
}

// A block on a belt reaches the speed of the belt, one on a turntable its angular speed.
static void blocks_reach_the_speed_of_the_belt(void** state) {
  (void)state;
  static const char* const cones[] = {"pyramidal", "elliptic"};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><option cone='%s'/><worldbody>"
             "<geom type='plane' size='5 5 1' surfacevel='0.7 -0.4'/>"
             "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
             "</worldbody></mujoco>",
             cones[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    run(m, d, 0.01);
    assert_true(d->qvel[0] > 0 && d->qvel[0] < 0.69);
    run(m, d, 2);
    assert_float_equal(d->qvel[0], 0.7, 1e-3);
    assert_float_equal(d->qvel[1], -0.4, 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Velocities are given in the frame the user gave, wherever the compiler puts that of the mesh.
static void a_mesh_moves_as_its_user_says(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><asset><mesh name='m' vertex='-2 -2 0 2 -2 0 -2 2 0 2 2 0 1 1 -1 -1 -1 -1'/>"
      "</asset><worldbody><geom type='mesh' mesh='m' surfacevel='.5 .2 0 0 0 .3'/>"
      "<body pos='.2 .1 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum* v = m->geom_surfacevel;
  mj_forward(m, d);
  mjtNum linear[3], angular[3], arm[3], moved[3];
  mju_mulMatVec3(linear, d->geom_xmat, v);
  mju_mulMatVec3(angular, d->geom_xmat, v + 3);
  for (int k = 0; k < 3; k++) arm[k] = -d->geom_xpos[k];
  mju_cross(moved, angular, arm);
  const mjtNum expected[6] = {0.5, 0.2, 0, 0, 0, 0.3};
  for (int k = 0; k < 3; k++) {
    assert_float_equal(linear[k] + moved[k], expected[k], 1e-9);
    assert_float_equal(angular[k], expected[3 + k], 1e-9);
  }
  assert_true(mju_norm3(d->geom_xpos) > 0.1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Four contacts of 50 N hold 9.81 N of weight and 190 N more, not 191 N.
static void adhesion_holds_its_force_and_no_more(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler level='3.14'/><worldbody>"
      "<geom type='plane' size='5 5 1' adhesion='20' gap='.002'/><body pos='0 0 .1'><freejoint/>"
      "<geom type='box' size='.1 .1 .1' mass='1' adhesion='30'/></body></worldbody></mujoco>");
  const mjtNum limit = 4 * 50 + 9.81;
  for (int k = 0; k < 2; k++) {
    mjData* d = mj_makeData(m);
    run(m, d, 1);
    // at rest the rows give way: what contacts report is the weight
    mjtNum sum = 0, force[6];
    for (int i = 0; i < d->ncon; i++) {
      mj_contactForce(m, d, i, force);
      sum += force[0];
    }
    assert_float_equal(sum, 9.81, 1e-3);
    // slowly, so that nothing swings
    for (mjtNum pull = 0; pull < limit + (k ? 3 : -3); pull += 0.05) {
      d->xfrc_applied[8] = pull;
      mj_step(m, d);
    }
    run(m, d, d->time + 1);
    if (k) {
      assert_true(d->qpos[2] > 0.5);
    } else {
      assert_float_equal(d->qpos[2], 0.1, 0.002);
      assert_int_equal(d->ncon, 4);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

// At 3.3.7 force begins below margin - gap; since 3.9 it does below margin, and contacts are found
// below margin + gap; since 3.5 those of two geoms add up.
static void margins_and_gaps_mean_what_the_level_says(void** state) {
  (void)state;
  static const struct {
    const char* level;
    double found, force;
  } cases[] = {{"3.3.7", 0.03, 0.02}, {"3.5", 0.05, 0.03}, {"3.9", 0.07, 0.05}};
  for (int k = 0; k < 3; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='%s'/><worldbody>"
             "<geom type='plane' size='5 5 1' margin='.03' gap='.01'/><body><joint type='slide' "
             "axis='0 0 1'/><geom size='.1' margin='.02' gap='.01'/></body></worldbody></mujoco>",
             cases[k].level);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int side = -1; side <= 1; side += 2) {
      d->qpos[0] = 0.1 + cases[k].found + side * 1e-6;
      mj_forward(m, d);
      assert_int_equal(d->ncon, side < 0);
      d->qpos[0] = 0.1 + cases[k].force + side * 1e-6;
      mj_forward(m, d);
      assert_int_equal(d->nefc > 0, side < 0);
      assert_float_equal(d->contact[0].includemargin, cases[k].force, 1e-12);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_reach_the_speed_of_the_belt),
      cmocka_unit_test(a_mesh_moves_as_its_user_says),
      cmocka_unit_test(adhesion_holds_its_force_and_no_more),
      cmocka_unit_test(margins_and_gaps_mean_what_the_level_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
