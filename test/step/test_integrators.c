// Integrators: how fast they converge, what they do to energy, what they do to damping.
#include "step/bundled_model.h"

static const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST, mjINT_RK4};
static const char* const names[] = {"Euler", "implicit", "implicitfast", "RK4"};
enum { NUMBER = 4 };

// A driven and damped chain of hinges and a slide: everything smooth.
static const char smooth[] =
    "<mujoco><option timestep='.001'/><worldbody><body pos='0 0 2'>"
    "<joint axis='0 1 0' damping='.3' stiffness='2'/><geom type='capsule' size='.04' fromto='0 0 0 "
    ".4 0 0'/>"
    "<body pos='.4 0 0'><joint name='elbow' axis='0 1 .3' damping='.1'/>"
    "<geom type='box' size='.1 .05 .03' pos='.2 .02 0'/>"
    "<body pos='.3 0 0'><joint name='slide' type='slide' axis='1 0 .2' stiffness='30'/>"
    "<geom type='sphere' size='.06'/></body></body></body></worldbody>"
    "<actuator><position joint='elbow' kp='3' kv='.5'/><motor joint='slide' gear='2'/>"
    "<general joint='elbow' dyntype='filter' dynprm='.1' gainprm='2'/></actuator></mujoco>";

// The same with a ball joint, whose axis of rotation moves.
static const char tumbling[] =
    "<mujoco><worldbody><body pos='0 0 2'><joint type='ball'/>"
    "<geom type='box' size='.3 .1 .05' pos='.2 .05 .1'/></body></worldbody></mujoco>";

// The state after a time, with steps of h.
static void state_after(mjModel* m, mjtNum duration, int steps, mjtNum* x) {
  m->opt.timestep = duration / steps;
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.7 + 0.4 * i;
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5;
  for (int i = 0; i < steps; i++) mj_step(m, d);
  memcpy(x, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  memcpy(x + m->nq, d->qvel, sizeof(mjtNum) * (size_t)m->nv);
  memcpy(x + m->nq + m->nv, d->act, sizeof(mjtNum) * (size_t)m->na);
  mj_deleteData(d);
}

static mjtNum distance(const mjtNum* x, const mjtNum* y, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

// log2 of how much smaller the error gets when the step is halved.
static mjtNum measured_order(mjModel* m, int integrator, int steps, const mjtNum* exact) {
  mjtNum coarse[40], fine[40];
  int n = m->nq + m->nv + m->na;
  m->opt.integrator = integrator;
  state_after(m, 0.4, steps, coarse);
  state_after(m, 0.4, 2 * steps, fine);
  return log2(distance(coarse, exact, n) / distance(fine, exact, n));
}

static void errors_shrink_with_the_order_of_the_integrator(void** state) {
  (void)state;
  mjModel* m = model_from(smooth);
  mjtNum exact[40];
  m->opt.integrator = mjINT_RK4;
  state_after(m, 0.4, 6400, exact);
  for (int i = 0; i < NUMBER; i++) {
    int fourth = integrators[i] == mjINT_RK4;
    mjtNum order = measured_order(m, integrators[i], fourth ? 50 : 400, exact);
    print_message("%s: order %.3f\n", names[i], order);
    assert_near(order, fourth ? 4 : 1, 0.03);
  }
  mj_deleteModel(m);
}

// The average of angular velocities is not the one rotation they make: the commutator that is left
// out costs RK4 two orders.
static void rotations_in_space_converge_too(void** state) {
  (void)state;
  mjModel* m = model_from(tumbling);
  mjtNum exact[40];
  m->opt.integrator = mjINT_RK4;
  state_after(m, 0.4, 25600, exact);
  for (int i = 0; i < NUMBER; i++) {
    int fourth = integrators[i] == mjINT_RK4;
    mjtNum order = measured_order(m, integrators[i], fourth ? 100 : 800, exact);
    print_message("%s, ball: order %.3f\n", names[i], order);
    assert_true(order > (fourth ? 1.9 : 0.95));
  }
  mj_deleteModel(m);
}

// The largest deviation from the initial energy within a time, relative to that energy.
static mjtNum energy_drift(mjModel* m, int integrator, mjtNum timestep, mjtNum duration) {
  m->opt.integrator = integrator;
  m->opt.timestep = timestep;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum first = d->energy[0] + d->energy[1], worst = 0;
  for (int i = 0; i < (int)(duration / timestep); i++) {
    mj_step(m, d);
    mj_forward(m, d);  // makes the energies those of the new state
    worst = fmax(worst, fabs(d->energy[0] + d->energy[1] - first));
  }
  mj_deleteData(d);
  return worst / fabs(first);
}

static void runge_kutta_keeps_the_energy_of_a_chaotic_pendulum(void** state) {
  (void)state;
  mjModel* m = bundled_model("double_pendulum.xml");
  mjtNum drift = energy_drift(m, mjINT_RK4, 1e-3, 10);
  print_message("RK4, 10 s of 1 ms: relative drift %.3g\n", drift);
  assert_true(drift < 1e-8);
  mj_deleteModel(m);
}

static void implicit_integration_loses_energy_in_proportion_to_the_step(void** state) {
  (void)state;
  mjModel* m = bundled_model("double_pendulum.xml");
  mjtNum coarse = energy_drift(m, mjINT_IMPLICIT, 1e-3, 1);
  mjtNum fine = energy_drift(m, mjINT_IMPLICIT, 2.5e-4, 1);
  print_message("implicit, 1 s: %.3g at 1 ms, %.3g at 0.25 ms\n", coarse, fine);
  assert_true(coarse < 0.01);
  assert_near(coarse / fine, 4, 0.1);
  mj_deleteModel(m);
}

// A slide with damping b: v' = v / (1 + h b / m) when damping is implicit, v (1 - h b / m) when
// not.
static void damping_is_implicit_unless_disabled(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody><body>"
      "<joint type='slide' damping='50'/><geom size='.1' mass='2'/></body></worldbody></mujoco>");
  for (int i = 0; i < NUMBER; i++) {
    for (int disable = 0; disable < 2; disable++) {
      m->opt.integrator = integrators[i];
      m->opt.disableflags = disable ? mjDSBL_EULERDAMP : 0;
      mjData* d = mj_makeData(m);
      d->qvel[0] = 3;
      mj_step(m, d);
      mjtNum z = 0.01 * 50 / 2, expected = 3 / (1 + z);
      if (integrators[i] == mjINT_EULER && disable) expected = 3 * (1 - z);
      if (integrators[i] == mjINT_RK4)
        expected = 3 * (1 - z + z * z / 2 - z * z * z / 6 + z * z * z * z / 24);
      assert_near(d->qvel[0], expected, 1e-13);
      // the acceleration stays what the forces say; RK4 leaves that of its last stage
      if (integrators[i] != mjINT_RK4) assert_near(d->qacc[0], -3 * 50 / 2., 1e-13);
      mj_deleteData(d);
    }
  }
  mj_deleteModel(m);
}

// A filter reaches its input by the exact exponential with filterexact, whatever the time step.
static void exact_filters_are_exact(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option timestep='.05'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator>"
      "<general joint='j' dyntype='filterexact' dynprm='.2'/>"
      "<general joint='j' dyntype='filter' dynprm='.2'/>"
      "<general joint='j' dyntype='integrator' actlimited='true' actrange='-1 .8'/>"
      "</actuator></mujoco>");
  mjData* d = mj_makeData(m);
  mj_resetData(m, d);
  for (int i = 0; i < 3; i++) d->ctrl[i] = 1;
  for (int i = 0; i < 20; i++) mj_step(m, d);
  assert_near(d->act[0], 1 - exp(-20 * .05 / .2), 1e-13);
  assert_near(d->act[1], 1 - pow(1 - .05 / .2, 20), 1e-13);
  assert_near(d->act[2], .8, 0);
  assert_near(d->time, 1, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// The next step starts its solver from the acceleration of this one, the last of those of RK4.
static void steps_leave_their_acceleration_as_a_warm_start(void** state) {
  (void)state;
  mjModel* m = model_from(smooth);
  for (int i = 0; i < NUMBER; i++) {
    m->opt.integrator = integrators[i];
    draw_seed(i);
    mjData* d = random_state(m, 0.5, 2);
    mj_step(m, d);
    assert_true(d->qacc[0] != 0);
    assert_memory_equal(d->qacc_warmstart, d->qacc, sizeof(mjtNum) * (size_t)m->nv);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

// The two halves of a step are the step.
static void halves_make_a_step(void** state) {
  (void)state;
  mjModel* m = model_from(smooth);
  for (int i = 0; i < NUMBER - 1; i++) {
    m->opt.integrator = integrators[i];
    draw_seed(i);
    mjData* whole = random_state(m, 0.5, 2);
    draw_seed(i);
    mjData* halves = random_state(m, 0.5, 2);
    for (int k = 0; k < 50; k++) {
      mj_step(m, whole);
      mj_step1(m, halves);
      mj_step2(m, halves);
    }
    assert_memory_equal(whole->qpos, halves->qpos, sizeof(mjtNum) * (size_t)m->nq);
    assert_memory_equal(whole->qvel, halves->qvel, sizeof(mjtNum) * (size_t)m->nv);
    mj_deleteData(whole);
    mj_deleteData(halves);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_shrink_with_the_order_of_the_integrator),
      cmocka_unit_test(rotations_in_space_converge_too),
      cmocka_unit_test(runge_kutta_keeps_the_energy_of_a_chaotic_pendulum),
      cmocka_unit_test(implicit_integration_loses_energy_in_proportion_to_the_step),
      cmocka_unit_test(damping_is_implicit_unless_disabled),
      cmocka_unit_test(exact_filters_are_exact),
      cmocka_unit_test(steps_leave_their_acceleration_as_a_warm_start),
      cmocka_unit_test(halves_make_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
