// Laws of what is newer about actuators: damping by the gear, pid, dcmotor, delays, histories.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "compile/model_text.h"

// A unit mass on a slide; what acts on it.
static mjModel* mass_with(const char* option, const char* actuator) {
  char text[2000];
  snprintf(text, sizeof text,
           "<mujoco><option gravity='0 0 0' %s/><worldbody><body><joint name='j' type='slide' "
           "axis='1 0 0'/><geom size='.1' mass='1'/></body></worldbody><actuator>%s</actuator>"
           "<sensor><jointpos joint='j' nsample='20' delay='.01'/></sensor></mujoco>",
           option, actuator);
  return model_from(text);
}

// x'' = -kp (x - 1) - kv x', from rest: an exponential times a cosine and a sine.
static void a_pid_responds_as_the_closed_form(void** state) {
  (void)state;
  mjModel* m = mass_with("timestep='1e-4' integrator='RK4'", "<pid joint='j' kp='40' kv='3'/>");
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nu, 2);
  assert_int_equal(m->nactuator, 1);
  d->ctrl[0] = 1;
  for (int i = 0; i < 10000; i++) {
    mj_step(m, d);
    mjtNum a = 1.5, w = sqrt(40 - a * a), t = d->time;
    mjtNum x = 1 - exp(-a * t) * (cos(w * t) + a / w * sin(w * t));
    if (i % 1000 == 0) assert_float_equal(d->qpos[0], x, 1e-9);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A constant load leaves a servo off its mark, unless it integrates.
static void an_integral_takes_the_last_error_away(void** state) {
  (void)state;
  for (int ki = 0; ki <= 30; ki += 30) {
    char actuator[200];
    snprintf(actuator, sizeof actuator, "<pid joint='j' kp='40' kv='8' ki='%d'/>", ki);
    mjModel* m = mass_with("", actuator);
    mjData* d = mj_makeData(m);
    d->ctrl[0] = 1;
    d->qfrc_applied[0] = 5;
    while (d->time < 30) mj_step(m, d);
    assert_float_equal(d->qpos[0], ki ? 1 : 1 + 5.0 / 40, 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Against a load torque: speed (V - R load / K) / K, current load / K; a stall draws V / R.
static void a_dcmotor_settles_where_its_data_say(void** state) {
  (void)state;
  mjModel* m =
      mass_with("", "<dcmotor joint='j' motorconst='.5' resistance='2' inductance='.02'/>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 12;
  d->qfrc_applied[0] = -0.7;
  while (d->time < 160) mj_step(m, d);
  assert_float_equal(d->qvel[0], (12 - 2 * 0.7 / 0.5) / 0.5, 1e-6);
  assert_float_equal(d->act[0], 0.7 / 0.5, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Damping and armature of an actuator are those of the joint, times the square of the gear.
static void damping_and_armature_go_by_the_square_of_the_gear(void** state) {
  (void)state;
  mjModel* m = mass_with("integrator='implicitfast'",
                         "<motor joint='j' gear='3' damping='.2' armature='.1'/>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  mj_forward(m, d);
  assert_float_equal(d->qfrc_damper[0], -9 * 0.2, 1e-15);
  assert_float_equal(d->M[0], 1 + 9 * 0.1, 1e-15);
  mj_step(m, d);
  assert_float_equal(d->qvel[0], 1 - 0.002 * 1.8 / (1.9 + 0.002 * 1.8), 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What is delayed by k steps is what would have been k steps ago, to the bit.
static void a_delay_is_a_shift(void** state) {
  (void)state;
  const int shift = 5;
  mjModel* m = mass_with("", "<motor joint='j'/>");
  mjModel* late = mass_with("", "<motor joint='j' nsample='8' delay='.01'/>");
  mjData *d = mj_makeData(m), *e = mj_makeData(late);
  mjtNum position[300], force[300];
  for (int i = 0; i < 300; i++) {
    d->ctrl[0] = e->ctrl[0] = sin(0.1 * i) + 0.01 * i;
    mj_step(m, d);
    mj_step(late, e);
    position[i] = d->qpos[0];
    force[i] = d->actuator_force[0];
    assert_true(e->actuator_force[0] == (i < shift ? 0 : force[i - shift]));
    // the sensor shows the position at the start of a step, as it was five steps before
    if (i > shift) assert_true(d->sensordata[0] == position[i - shift - 1]);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(late);
}

// A state vector of the physics has the histories: from it the same steps follow.
static void a_state_has_its_history(void** state) {
  (void)state;
  mjModel* m = mass_with("", "<motor joint='j' nsample='8' delay='.01' interp='cubic'/>");
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < 37; i++) {
    d->ctrl[0] = sin(0.3 * i);
    mj_step(m, d);
  }
  mjtNum vector[200];
  unsigned sig = mjSTATE_FULLPHYSICS | mjSTATE_CTRL | mjSTATE_WARMSTART;
  assert_in_range(mj_stateSize(m, sig), 40, 200);
  mj_getState(m, d, vector, sig);
  mj_setState(m, e, vector, sig);
  for (int i = 0; i < 20; i++) {
    d->ctrl[0] = e->ctrl[0] = cos(0.3 * i);
    mj_step(m, d);
    mj_step(m, e);
    assert_true(d->qpos[0] == e->qpos[0] && d->sensordata[0] == e->sensordata[0]);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}

// What several actuators do to a tendon is limited together, then each by itself; cogging and
// friction of a motor come on top.  Numbers of 3.14 (1.5708 is not quite pi / 2).
static void a_limit_of_a_tendon_comes_first(void** state) {
  (void)state;
  static const struct {
    const char *motor, *pid;
    mjtNum force[3];
  } cases[] = {
      {"", "", {1.25, 0.25, 0.5}},
      {"saturation='3 0 0'", "", {1.25, 0.25, 0.5}},
      {"saturation='1 0 0'", "", {1, 0.25, 0.5}},
      {"cogging='1 1 1.5708'", "", {2.249999999993254, 0.25, 0.5}},
      {"saturation='1 0 0' cogging='1 1 1.5708'", "", {1.9999999999932538, 0.25, 0.5}},
      {"", "forcerange='-.2 .2'", {1.25, 0.25, 0.2}},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[1500];
    snprintf(
        text, sizeof text,
        "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body>"
        "</worldbody><tendon><fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-2 2'>"
        "<joint joint='j' coef='1'/></fixed></tendon><actuator><dcmotor tendon='t' "
        "motorconst='1' resistance='1' %s/><motor tendon='t'/><pid tendon='t' kp='1' %s/>"
        "</actuator></mujoco>",
        cases[k].motor, cases[k].pid);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 4; i++) d->ctrl[i] = (const mjtNum[]){5, 1, 2, 0}[i];
    mj_forward(m, d);
    for (int i = 0; i < 3; i++) assert_float_equal(d->actuator_force[i], cases[k].force[i], 1e-14);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Energies are those of the state, whether a sensor shows them late, now, or there is none.
static void a_late_sensor_leaves_the_energies_alone(void** state) {
  (void)state;
  static const char* const how[] = {"", "nsample='4' delay='.005'", "nsample='4' interval='.005'"};
  for (int k = 0; k < 6; k++) {
    int enabled = k < 3;
    char text[1500];
    snprintf(text, sizeof text,
             "<mujoco><option><flag energy='%s'/></option><worldbody><body><joint axis='0 1 0'/>"
             "<geom size='.1' pos='1 0 0'/></body></worldbody><sensor><e_potential %s/>"
             "<e_kinetic %s/></sensor></mujoco>",
             enabled ? "enable" : "disable", how[k % 3], how[k % 3]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 10; i++) {
      mj_step(m, d);
      mj_forward(m, d);
      mjtNum shown[2] = {d->energy[0], d->energy[1]};
      if (enabled) mj_energyPos(m, d), mj_energyVel(m, d);
      if (k == 4) d->energy[0] = d->energy[1] = 0;  // nothing was asked for at this time
      assert_true(shown[0] == d->energy[0] && shown[1] == d->energy[1]);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A ball joint is brought to the orientation that is asked for.
static void an_orientation_is_reached(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='b' type='ball'/>"
      "<geom type='box' size='.1 .2 .3' mass='2'/></body></worldbody><actuator>"
      "<orientation joint='b' kp='20' kv='3' input='quat'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  assert_true(d->ctrl[0] == 1);
  mjtNum target[4] = {0.3, -0.5, 0.7, 0.2};
  mju_normalize4(target);
  mju_copy4(d->ctrl, target);
  while (d->time < 20) mj_step(m, d);
  mjtNum error[3];
  mju_subQuat(error, d->qpos, target);
  assert_true(mju_norm3(error) < 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pid_responds_as_the_closed_form),
      cmocka_unit_test(an_integral_takes_the_last_error_away),
      cmocka_unit_test(a_dcmotor_settles_where_its_data_say),
      cmocka_unit_test(damping_and_armature_go_by_the_square_of_the_gear),
      cmocka_unit_test(a_delay_is_a_shift),
      cmocka_unit_test(a_state_has_its_history),
      cmocka_unit_test(a_limit_of_a_tendon_comes_first),
      cmocka_unit_test(a_late_sensor_leaves_the_energies_alone),
      cmocka_unit_test(an_orientation_is_reached),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
