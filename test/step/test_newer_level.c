// Laws of results that came with newer versions, and that the older ones stay where they are not
// asked for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "compile/model_text.h"

static mjModel* at_level(const char* level, const char* rest) {
  char text[4000];
  snprintf(text, sizeof text, "<mujoco><compiler level='%s'/>%s</mujoco>", level, rest);
  return model_from(text);
}

// The acceleration of the rows at constant qvel, by differences, is what level jdotv takes off
// their reference; also behind a ball with a slide on it.
static void equalities_do_not_ask_for_their_drift(void** state) {
  (void)state;
  static const char* const rest =
      "<worldbody><body name='a'><joint type='ball'/><joint type='slide' axis='1 1 0'/>"
      "<geom size='.1' pos='.2 0 0'/></body><body name='b' pos='0 1 0'><freejoint/>"
      "<geom type='box' size='.1 .2 .3' pos='.1 0 0'/></body></worldbody><equality>"
      "<weld body1='a' body2='b' torquescale='.5'/>"
      "<connect body1='a' body2='b' anchor='.1 .1 0'/></equality>";
  mjModel *m = at_level("3.3 +jdotv", rest), *old = at_level("3.3", rest);
  mjData *d = mj_makeData(m), *e = mj_makeData(old);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = e->qvel[i] = 0.3 * i - 1;
  mj_forward(m, d);
  mj_forward(old, e);
  assert_int_equal(d->nefc, 9);
  mjtNum asked[9], vel[2][9];
  for (int i = 0; i < 9; i++) asked[i] = e->efc_aref[i] - d->efc_aref[i];
  mjtNum qpos[20];
  mju_copy(qpos, d->qpos, m->nq);
  for (int side = 0; side < 2; side++) {
    mju_copy(d->qpos, qpos, m->nq);
    mj_integratePos(m, d->qpos, d->qvel, side ? 1e-5 : -1e-5);
    mj_forward(m, d);
    mju_copy(vel[side], d->efc_vel, 9);
  }
  for (int i = 0; i < 9; i++) {
    assert_float_equal(asked[i], (vel[1][i] - vel[0][i]) / 2e-5, 1e-6);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(old);
}

static mjtNum energy_after(const char* level, const char* integrator, mjtNum* qvel) {
  char rest[500];
  snprintf(rest, sizeof rest,
           "<option integrator='%s' gravity='0 0 0' timestep='.01'><flag energy='enable'/></option>"
           "<worldbody><body><freejoint/><geom type='box' size='.1 .2 .4' pos='.1 0 .2'/>"
           "<body pos='.3 0 0' euler='10 20 30'><geom size='.1'/></body></body></worldbody>",
           integrator);
  mjModel* m = at_level(level, rest);
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 3; k++) d->qvel[3 + k] = 3 * k + 1;
  mj_forward(m, d);
  mjtNum before = d->energy[1];
  for (int i = 0; i < 300; i++) mj_step(m, d);
  mju_copy(qvel, d->qvel, 6);
  mj_forward(m, d);
  mjtNum after = d->energy[1] / before;
  mj_deleteData(d);
  mj_deleteModel(m);
  return after;
}

// With its term implicitfast is implicit for what moves freely, and a body that tumbles in empty
// space gains no energy; without it, it does.
static void a_tumbling_body_gains_no_energy(void** state) {
  (void)state;
  mjtNum newer[6], full[6], old[6];
  mjtNum energy = energy_after("3.14", "implicitfast", newer);
  assert_true(energy <= 1 && energy > 0.5);
  assert_true(energy_after("3.3", "implicitfast", old) > 1.01);
  energy_after("3.3", "implicit", full);
  for (int i = 0; i < 6; i++) assert_float_equal(newer[i], full[i], 1e-9);
}

// What a free body feels is all there is: no force passes to the world through its joint.
static void tendons_are_felt_where_they_pull(void** state) {
  (void)state;
  static const char* const rest =
      "<worldbody><site name='w' pos='0 0 2'/><body><freejoint/><geom type='box' size='.1 .2 .1'/>"
      "<site name='a' pos='.1 .1 0'/></body><body pos='1 0 0'><freejoint/>"
      "<geom name='g' size='.2'/><site name='b' pos='.2 0 .1'/></body><body pos='2 0 0.05'>"
      "<freejoint/><geom size='.1'/><site name='c' pos='0 .1 0'/></body></worldbody><tendon>"
      "<spatial name='t' stiffness='30' damping='2' frictionloss='.5' springlength='.5'>"
      "<site site='w'/><site site='a'/><pulley divisor='2'/><site site='a'/><geom geom='g'/>"
      "<site site='c'/></spatial>"
      "<spatial name='v' armature='.3'><site site='w'/><site site='c'/></spatial>"
      "<spatial name='u' limited='true' range='0 .5'>"
      "<site site='b'/><site site='c'/></spatial></tendon><equality>"
      "<tendon tendon1='t' tendon2='u' polycoef='.1 .5 .3 0 0'/></equality><actuator>"
      "<motor tendon='t' gear='2'/><position tendon='u' kp='10'/>"
      "<position tendon='v' kp='10' gear='2' armature='.2' damping='1'/></actuator>"
      "<sensor><force site='a'/></sensor>";
  static const char* const levels[] = {"3.3", "3.3 +tendonforce"};
  for (int k = 0; k < 2; k++) {
    mjModel* m = at_level(levels[k], rest);
    mjData* d = mj_makeData(m);
    d->ctrl[0] = 3, d->ctrl[1] = 2;
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * i - 0.5;
    mj_forward(m, d);
    assert_int_equal(d->ten_wrapnum[0], 7);
    assert_true(d->nefc >= 3);
    for (int b = 1; b < m->nbody; b++) {
      mjtNum through = mju_norm(d->cfrc_int + 6 * b, 6);
      assert_true(k ? through < 1e-9 : through > 0.1);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static mjtNum uniform(mjtNum low, mjtNum high) {
  return low + (high - low) * rand() / (mjtNum)RAND_MAX;
}

// Two boxes that overlap come apart when one is moved along the normal by the deepest distance,
// and not sooner; contacts lie within both to that depth.
static void boxes_come_apart_along_the_normal(void** state) {
  (void)state;
  mjModel* m = at_level("3.14",
                        "<worldbody><geom type='box' size='.2 .3 .4'/><body><freejoint/><geom "
                        "type='box' size='.3 .1 .25'/></body></worldbody>");
  mjData* d = mj_makeData(m);
  int touching = 0;
  srand(3);
  for (int i = 0; i < 500; i++) {
    for (int k = 0; k < 3; k++) d->qpos[k] = uniform(-0.5, 0.5);
    for (int k = 3; k < 7; k++) d->qpos[k] = uniform(-1, 1);
    mju_normalize4(d->qpos + 3);
    mj_forward(m, d);
    if (!d->ncon) {
      assert_true(mj_geomDistance(m, d, 0, 1, 1, NULL) >= -1e-6);
      continue;
    }
    touching++;
    mjtNum depth = 0, normal[3];
    for (int c = 0; c < d->ncon; c++) depth = mju_min(depth, d->contact[c].dist);
    mju_copy3(normal, d->contact[0].frame);
    mjtNum from[3];
    mju_copy3(from, d->qpos);
    mju_addToScl3(d->qpos, normal, -depth + 1e-6);
    mj_forward(m, d);
    assert_int_equal(d->ncon, 0);
    mju_copy3(d->qpos, from);
    mju_addToScl3(d->qpos, normal, -depth - 1e-6);
    mj_forward(m, d);
    assert_true(d->ncon > 0);
  }
  assert_true(touching > 100);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A mocap body is a weld group of its own: it does not push its child, nor what stands.
static void a_mocap_body_leads_its_children(void** state) {
  (void)state;
  static const char* const rest =
      "<worldbody><geom type='plane' size='1 1 1'/><body mocap='true'><geom size='.1'/>"
      "<body pos='.1 0 0'><geom size='.1'/><body name='b' pos='.1 0 0'><joint axis='0 0 1'/>"
      "<geom size='.1'/></body></body></body></worldbody><contact><exclude body1='world' "
      "body2='b'/></contact>";
  mjModel *m = at_level("3.14", rest), *old = at_level("3.3", rest);
  mjData *d = mj_makeData(m), *e = mj_makeData(old);
  mj_forward(m, d);
  mj_forward(old, e);
  assert_int_equal(m->body_weldid[2], 1);
  assert_int_equal(d->ncon, 0);
  assert_int_equal(old->body_weldid[2], 0);
  assert_true(e->ncon > 0);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(old);
}

// A floor that a mocap body carries holds what stands on it, with its weld group and without.
static void a_plane_on_a_mocap_body_holds(void** state) {
  (void)state;
  static const char* const rest =
      "<worldbody><geom size='1' pos='0 0 -9'/><body mocap='true' pos='0 0 1'>"
      "<geom type='plane' size='1 1 1'/><body><geom type='plane' size='1 1 1' pos='0 0 .5'/></body>"
      "</body><body pos='0 0 1.599'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody>";
  static const char* const levels[] = {"3.3", "3.3 +mocap", "3.14"};
  for (int k = 0; k < 3; k++) {
    mjModel* m = at_level(levels[k], rest);
    mjData* d = mj_makeData(m);
    while (d->time < 1) mj_step(m, d);
    assert_int_equal(d->ncon, 4);
    assert_float_equal(d->qpos[2], 1.6, 1e-3);
    d->mocap_pos[2] = 1.0005;
    while (d->time < 2) mj_step(m, d);
    assert_float_equal(d->qpos[2], 1.6005, 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A range of forces on a tendon is a limit by itself since 3.14, unless the text says otherwise.
static void a_range_limits_the_force_of_a_tendon(void** state) {
  (void)state;
  static const char* const rest =
      "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed name='t' actuatorfrcrange='-1 1' %s><joint joint='j' coef='1'/></fixed></tendon>";
  static const struct {
    const char *level, *word;
    int limited;
  } cases[] = {{"3.3", "", 0},
               {"3.14", "", 1},
               {"3.14", "actuatorfrclimited='false'", 0},
               {"3.3", "actuatorfrclimited='auto'", 1}};
  for (int k = 0; k < 4; k++) {
    char text[1000];
    snprintf(text, sizeof text, rest, cases[k].word);
    char whole[1500], saved[4000], error[200] = "";
    snprintf(whole, sizeof whole, "<mujoco><compiler level='%s'/>%s</mujoco>", cases[k].level,
             text);
    mjSpec* s = spec_from(whole);
    mjModel* m = mj_compile(s, NULL);
    assert_int_equal(m->tendon_actfrclimited[0], cases[k].limited);
    mj_deleteModel(m);
    // and the saved text says the same
    assert_int_equal(mj_saveXMLString(s, saved, sizeof saved, error, sizeof error), 0);
    m = model_from(saved);
    assert_int_equal(m->tendon_actfrclimited[0], cases[k].limited);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

// The reference ends turning the axes of a mesh where 1e-7 of its inertia is left beside the
// diagonal, 2e-8 from the principal ones here; of bodies nothing is left.
static void axes_of_a_mesh_are_found_to_1e_7(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler level='3.14'/><asset><mesh name='a' scale='.15 .15 .15' vertex='"
      "0.5982 -0.3482 -0.5190 0.6451 -0.7699 -0.0475 0.1158 0.2227 -0.7091 "
      "0.2613 0.0012 0.7022 -0.9433 0.9144 -0.6546 0.6267 0.0146 0.6714 "
      "-0.6343 -0.3570 -0.8256 0.5574 0.0679 -0.5900 -0.6166 -0.8381 -0.5997 "
      "0.1202 -0.1247 0.4085 -0.8474 0.6790 0.9642 0.4794 0.4863 0.6995"
      "'/></asset><worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>");
  static const mjtNum expected[4] = {0.5442567159345648, 0.6815332694595777, 0.48736723159929873,
                                     0.04207387958222955};
  for (int k = 0; k < 4; k++) assert_float_equal(m->mesh_quat[k], expected[k], 1e-11);
  mj_deleteModel(m);
}

// A ball joint passes no torque on, whatever welds hold what hangs from it: torque sensors take
// that of the rows' rotation for any error and torque scale (3.14).
static void welds_turn_no_ball_joint(void** state) {
  (void)state;
  static const char* const welds[] = {"body1='a' body2='b'", "site1='sa' site2='sb'"};
  for (int k = 0; k < 4; k++) {
    char text[2000];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='3.14'/><option tolerance='1e-14'/><worldbody><body><joint "
             "axis='0 1 0'/><geom size='.1'/><body name='a' pos='.3 0 0'><joint type='ball'/><geom "
             "type='box' size='.1 .2 .05'/><site name='o'/><site name='sa' pos='.1 0 .1' euler='10 "
             "20 30'/></body></body><body pos='1 0 0'><joint axis='1 0 1'/><geom size='.1'/><body "
             "name='b' pos='0 .3 0'><joint type='ball'/><geom type='box' size='.1 .2 .05'/><site "
             "name='sb' pos='-.1 0 .05' euler='-10 50 0'/></body></body></worldbody><equality>"
             "<weld %s torquescale='%g'/></equality><sensor><torque site='o'/><force site='o'/>"
             "</sensor></mujoco>",
             welds[k % 2], k / 2 ? 0.6 : 1.7);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.2 * i - 0.5;
    for (int i = 0; i < 5; i++) mj_step(m, d);
    mj_forward(m, d);
    mjtNum force = mju_norm3(d->sensordata + 3);
    assert_true(force > 10);
    for (int i = 0; i < 3; i++) assert_float_equal(d->sensordata[i], 0, 1e-9 * force);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// What a mocap body carries accelerates as little as what is fixed to the world.
static void mocap_bodies_do_not_accelerate(void** state) {
  (void)state;
  static const char* const levels[] = {"3.3.7", "3.14"};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='%s'/><worldbody><body name='m' mocap='true'><geom size='.1'"
             "/><body name='c' pos='1 0 0'><geom size='.1'/><site name='s'/></body></body><body>"
             "<joint/><geom size='.1'/></body></worldbody><sensor><framelinacc objtype='body' "
             "objname='m'/><framelinacc objtype='body' objname='c'/><accelerometer site='s'/>"
             "</sensor></mujoco>",
             levels[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    mj_step(m, d);
    for (int i = 0; i < 9; i++) assert_float_equal(d->sensordata[i], 0, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equalities_do_not_ask_for_their_drift),
      cmocka_unit_test(a_tumbling_body_gains_no_energy),
      cmocka_unit_test(tendons_are_felt_where_they_pull),
      cmocka_unit_test(boxes_come_apart_along_the_normal),
      cmocka_unit_test(a_mocap_body_leads_its_children),
      cmocka_unit_test(a_plane_on_a_mocap_body_holds),
      cmocka_unit_test(a_range_limits_the_force_of_a_tendon),
      cmocka_unit_test(welds_turn_no_ball_joint),
      cmocka_unit_test(mocap_bodies_do_not_accelerate),
      cmocka_unit_test(axes_of_a_mesh_are_found_to_1e_7),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
