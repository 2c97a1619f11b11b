// The integrator "midpoint": exact in free fall, second order where forces depend on positions, the
// same in two halves, in differences and in discrete inverse dynamics; and under hard contact,
// which it was made for.
#include <engine/derivative.h>
#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "math/dense.h"

static const mjtNum g = 9.81;

static mjData* stepped(const mjModel* m, int n) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.3 + 0.2 * i;
  for (int i = 0; i < n; i++) mj_step(m, d);
  return d;
}

// z = v t - g t^2 / 2 at every step, which Euler is off by g h t / 2.
static void free_fall_is_exact(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='midpoint' timestep='.05'/><worldbody><body><freejoint/>"
      "<geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  assert_int_equal(m->opt.integrator, engINT_MIDPOINT);
  d->qvel[2] = 3;
  for (int i = 1; i <= 40; i++) {
    mj_step(m, d);
    mjtNum t = 0.05 * i;
    assert_near(d->time, t, 1e-14);
    assert_near(d->qpos[2], 3 * t - g * t * t / 2, 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A pendulum, a spring and a body that both pull: no force or inertia depends on velocities.
static const char swinging[] =
    "<mujoco><option integrator='midpoint' timestep='.001'/><worldbody><body>"
    "<joint axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 .4 0 0'/></body>"
    "<body pos='0 1 0'><joint type='slide' axis='1 0 0' stiffness='30'/><geom size='.1'/></body>"
    "<body pos='0 2 0'><joint axis='0 1 0' stiffness='5' springref='30'/>"
    "<geom type='box' size='.1 .05 .2' pos='.2 0 0'/></body></worldbody></mujoco>";

static mjtNum error_after(mjModel* m, int steps, const mjtNum* exact) {
  m->opt.timestep = 0.8 / steps;
  mjData* d = stepped(m, steps);
  mjtNum sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += pow(d->qpos[i] - exact[i], 2) + pow(d->qvel[i] - exact[3 + i], 2);
  }
  mj_deleteData(d);
  return sqrt(sum);
}

static void errors_shrink_with_the_square_of_the_step(void** state) {
  (void)state;
  mjModel* m = model_from(swinging);
  mjtNum exact[6];
  m->opt.integrator = mjINT_RK4;
  m->opt.timestep = 0.8 / 8000;
  mjData* d = stepped(m, 8000);
  vec_copy(exact, d->qpos, 3);
  vec_copy(exact + 3, d->qvel, 3);
  mj_deleteData(d);
  m->opt.integrator = engINT_MIDPOINT;
  mjtNum order = log2(error_after(m, 200, exact) / error_after(m, 400, exact));
  print_message("midpoint: order %.3f\n", order);
  assert_near(order, 2, 0.03);
  mj_deleteModel(m);
}

// Joint damping is implicit as with Euler: v' = v / (1 + h b / m).
static void damping_is_implicit(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option gravity='0 0 0' timestep='.01' integrator='midpoint'/><worldbody><body>"
      "<joint type='slide' damping='50'/><geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 3;
  mj_step(m, d);
  mjtNum after = 3 / (1 + 0.01 * 50 / 2);
  assert_near(d->qvel[0], after, 1e-14);
  assert_near(d->qpos[0], 0.005 * (3 + after), 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char heap[] =
    "<mujoco><option cone='elliptic' timestep='.005' integrator='midpoint'/><worldbody>"
    "<geom type='plane' size='5 5 .1' margin='.002'/>"
    "<body pos='0 0 .11'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.03 .02 .32'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 .5'><joint axis='0 1 0' damping='.1'/><geom type='capsule' size='.03' "
    "fromto='0 0 0 .3 0 .1'/></body></worldbody></mujoco>";

static void two_halves_are_one_step(void** state) {
  (void)state;
  static const int solver[] = {mjSOL_NEWTON, engSOL_NCP, engSOL_PGS_NCP};
  for (int k = 0; k < 3; k++) {
    mjModel* m = model_from(heap);
    m->opt.solver = solver[k];
    mjData *d = mj_makeData(m), *e = mj_makeData(m);
    d->qvel[0] = e->qvel[0] = 0.5;
    for (int i = 0; i < 100; i++) {
      mj_step(m, d);
      mj_step1(m, e);
      mj_step2(m, e);
    }
    assert_true(d->ncon > 0);
    assert_memory_equal(d->qpos, e->qpos, sizeof(mjtNum) * (size_t)m->nq);
    assert_memory_equal(d->qvel, e->qvel, sizeof(mjtNum) * (size_t)m->nv);
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
  }
}

// A block on a slope that friction holds, and one that it does not; a ball that comes to rest.
static void hard_contact_holds_slides_and_rests(void** state) {
  (void)state;
  static const mjtNum mu[2] = {0.6, 0.3};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='.01' cone='elliptic' integrator='midpoint' solver='NCP' "
             "tolerance='1e-12' gravity='4.3871653717 0 -8.7743307434'/><default><geom "
             "friction='%g'/></default><worldbody><geom type='plane' size='50 10 .1' "
             "margin='.001'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' "
             "mass='1'/></body></worldbody></mujoco>",
             mu[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 1000 && (k == 0 || i < 100); i++) mj_step(m, d);
    mjtNum acceleration = 4.3871653717 - 0.3 * 8.7743307434;
    if (k == 0) assert_true(fabs(d->qpos[0]) < 1e-9);
    if (k == 1) {
      assert_near(d->qvel[0], acceleration, 1e-6);
      assert_near(d->qpos[0], acceleration / 2, 1e-6);
    }
    assert_near(d->qpos[2], 0.1, 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mjModel* m = model_from(
      "<mujoco><option timestep='.002' cone='elliptic' integrator='midpoint' solver='NCP'/>"
      "<worldbody><geom type='plane' size='5 5 .1' solref='.02 .0708504' priority='1' "
      "condim='1'/><body pos='0 0 1.1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum peak = 0;
  for (int i = 0, bounced = 0; i < 500; i++) {
    mj_step(m, d);
    bounced |= d->qvel[2] > 0;
    if (bounced) peak = fmax(peak, d->qpos[2] - 0.1);
  }
  assert_near(peak, 0.64, 5e-3);
  for (int i = 0; i < 5000; i++) mj_step(m, d);
  assert_near(d->qpos[2], 0.1, 2e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Columns of mjd_transitionFD against whole steps of mj_step.
static void transitions_are_those_of_steps(void** state) {
  (void)state;
  mjModel* m = model_from(swinging);
  mjData *d = stepped(m, 50), *e = mj_makeData(m);
  mjtNum A[36];
  const mjtNum eps = 1e-6;
  mjd_transitionFD(m, d, eps, 1, A, NULL, NULL, NULL);
  for (int k = 0; k < 6; k++) {
    mjtNum ends[2][6];
    for (int side = 0; side < 2; side++) {
      mj_copyData(e, m, d);
      mjtNum* x = k < 3 ? e->qpos + k : e->qvel + k - 3;
      *x += side ? -eps : eps;
      mj_step(m, e);
      vec_copy(ends[side], e->qpos, 3);
      vec_copy(ends[side] + 3, e->qvel, 3);
    }
    for (int i = 0; i < 6; i++) {
      assert_near(A[6 * i + k], (ends[0][i] - ends[1][i]) / (2 * eps), 1e-8);
    }
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}

// What has no formulas says so, and the word is written as it was read.
static void the_rest_of_the_library_knows_it(void** state) {
  (void)state;
  mjModel* m = model_from(swinging);
  mjData* d = mj_makeData(m);
  mjtNum A[36];
  engStepDerivatives out = {.A = A};
  assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_UNSUPPORTED);
  mj_deleteData(d);
  mj_deleteModel(m);
  char error[300] = "", xml[5000];
  mjSpec* s = mj_parseXMLString(swinging, NULL, error, sizeof error);
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mj_saveXMLString(s, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "integrator=\"midpoint\""));
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_fall_is_exact),
      cmocka_unit_test(errors_shrink_with_the_square_of_the_step),
      cmocka_unit_test(damping_is_implicit),
      cmocka_unit_test(two_halves_are_one_step),
      cmocka_unit_test(hard_contact_holds_slides_and_rests),
      cmocka_unit_test(transitions_are_those_of_steps),
      cmocka_unit_test(the_rest_of_the_library_knows_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
