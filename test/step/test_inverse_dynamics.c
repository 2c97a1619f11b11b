// Inverse dynamics undoes forward dynamics, in continuous and in discrete time.
#include "step/bundled_model.h"

static const char scene[] =
    "<mujoco><option timestep='.004' tolerance='0' iterations='200' density='1.2' viscosity='.01'/>"
    "<worldbody><geom type='plane' size='3 3 .1'/>"
    "<body pos='0 0 .09'><freejoint/><geom type='box' size='.2 .15 .1'/></body>"
    "<body pos='1 0 1'><joint name='a' type='ball' damping='.4'/><geom type='capsule' size='.05' "
    "fromto='0 0 0 .3 0 0'/>"
    "<body pos='.3 0 0'><joint name='b' axis='0 1 0' damping='.2' limited='true' range='-10 10' "
    "armature='.1'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/><site name='tip' pos='.2 0 "
    ".1'/></body></body>"
    "<body pos='-1 0 1'><joint name='c' axis='1 0 0' frictionloss='.1' damping='.1'/>"
    "<geom type='ellipsoid' size='.1 .2 .05' fluidshape='ellipsoid'/><site name='end' pos='.1 .1 "
    "0'/></body></worldbody>"
    "<tendon><spatial armature='.3' damping='.1'><site site='tip'/><site "
    "site='end'/></spatial></tendon>"
    "<actuator><position joint='b' kp='5' kv='.3'/><velocity joint='c' kv='.2'/></actuator>"
    "</mujoco>";

// What the user and the actuators apply.
static void applied(const mjModel* m, mjData* d, mjtNum* force) {
  for (int i = 0; i < m->nv; i++) force[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
  for (int b = 1; b < m->nbody; b++) {
    mj_applyFT(m, d, d->xfrc_applied + 6 * b, d->xfrc_applied + 6 * b + 3, d->xipos + 3 * b, b,
               force);
  }
}

// What the inverse may be off: 1e-8 of the largest force there is.
static mjtNum allowed_error(const mjModel* m, const mjData* d) {
  mjtNum largest = 1;
  for (int i = 0; i < m->nv; i++) {
    largest = mju_max(largest, fabs(d->qfrc_bias[i]));
    largest = mju_max(largest, fabs(d->qfrc_constraint[i]));
  }
  return 1e-8 * largest;
}

static void inverse_returns_what_was_applied(void** state) {
  (void)state;
  mjModel* m = model_from(scene);
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    m->opt.cone = seed % 2;
    mjData* d = random_state(m, 0.05, 1);
    mjtNum force[40];
    mj_forward(m, d);
    assert_true(d->nefc > 0);
    applied(m, d, force);
    mj_inverse(m, d);
    assert_near_vector(d->qfrc_inverse, force, m->nv, allowed_error(m, d));
    // the comparison that the step makes says the same
    mj_forward(m, d);
    mj_compareFwdInv(m, d);
    assert_true(d->solver_fwdinv[0] < allowed_error(m, d) * m->nv);
    assert_true(d->solver_fwdinv[1] < allowed_error(m, d) * m->nv);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

static void discrete_inverse_undoes_a_step(void** state) {
  (void)state;
  static const int integrator[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  mjModel* m = model_from(scene);
  for (int k = 0; k < 3; k++) {
    m->opt.integrator = integrator[k];
    m->opt.enableflags = mjENBL_INVDISCRETE;
    for (int seed = 0; seed < 10; seed++) {
      draw_seed(seed);
      m->opt.cone = seed % 2;
      mjData* d = random_state(m, 0.05, 1);
      draw_seed(seed);
      mjData* back = random_state(m, 0.05, 1);
      mjtNum force[40], acc[40];
      mj_step(m, d);
      applied(m, d, force);
      for (int i = 0; i < m->nv; i++) {
        acc[i] = back->qacc[i] = (d->qvel[i] - back->qvel[i]) / m->opt.timestep;
      }
      mj_inverse(m, back);
      assert_near_vector(back->qfrc_inverse, force, m->nv, allowed_error(m, d));
      assert_memory_equal(back->qacc, acc, sizeof(mjtNum) * (size_t)m->nv);
      mj_deleteData(d);
      mj_deleteData(back);
    }
  }
  mj_deleteModel(m);
}

static int refused;
static void count_error(const char* message) {
  (void)message;
  refused++;
}

static void runge_kutta_has_no_discrete_inverse(void** state) {
  (void)state;
  mjModel* m = model_from(scene);
  mjData* d = mj_makeData(m);
  m->opt.integrator = mjINT_RK4;
  m->opt.enableflags = mjENBL_INVDISCRETE;
  void (*before)(const char*) = mju_user_error;
  mju_user_error = count_error;
  refused = 0;
  mj_inverse(m, d);
  mjd_inverseFD(m, d, 1e-6, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  mjd_transitionFD(m, d, 1e-6, 0, NULL, NULL, NULL, NULL);
  mj_RungeKutta(m, d, 3);
  mju_user_error = before;
  assert_int_equal(refused, 4);
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// f = M a + ...: its derivative by a, without constraints, is M, and that by q of M is DmDq.
static void derivatives_of_inverse_dynamics_are_those_of_its_terms(void** state) {
  (void)state;
  enum { NV = 11 };
  mjModel* m = model_from(scene);
  assert_int_equal(m->nv, NV);
  m->opt.disableflags = mjDSBL_CONSTRAINT;
  draw_seed(7);
  mjData* d = random_state(m, 0.3, 1);
  for (int i = 0; i < NV; i++) d->qacc[i] = draw();
  mjtNum DfDq[NV * NV], DfDv[NV * NV], DfDa[NV * NV], full[NV * NV], *DmDq;
  DmDq = malloc(sizeof(mjtNum) * (size_t)(NV * m->nM));
  mjd_inverseFD(m, d, 1e-6, 0, DfDq, DfDv, DfDa, NULL, NULL, NULL, DmDq);
  mj_inverse(m, d);
  mj_fullM(m, full, d->qM);
  assert_near_vector(DfDa, full, NV * NV, 1e-6);

  // by velocity and position: centred differences, row by row
  mjtNum plus[NV], minus[NV], *inertia = malloc(sizeof(mjtNum) * (size_t)m->nM), qpos[20];
  memcpy(qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  for (int i = 0; i < NV; i++) {
    const mjtNum eps = 1e-5;
    mjtNum unit[NV] = {0};
    unit[i] = 1;
    d->qvel[i] += eps;
    mj_inverse(m, d);
    memcpy(plus, d->qfrc_inverse, sizeof plus);
    d->qvel[i] -= 2 * eps;
    mj_inverse(m, d);
    memcpy(minus, d->qfrc_inverse, sizeof minus);
    d->qvel[i] += eps;
    for (int k = 0; k < NV; k++)
      assert_near(DfDv[i * NV + k], (plus[k] - minus[k]) / (2 * eps), 2e-5);

    mj_integratePos(m, d->qpos, unit, eps);
    mj_inverse(m, d);
    memcpy(plus, d->qfrc_inverse, sizeof plus);
    memcpy(inertia, d->qM, sizeof(mjtNum) * (size_t)m->nM);
    memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
    mj_integratePos(m, d->qpos, unit, -eps);
    mj_inverse(m, d);
    memcpy(minus, d->qfrc_inverse, sizeof minus);
    memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
    for (int k = 0; k < NV; k++)
      assert_near(DfDq[i * NV + k], (plus[k] - minus[k]) / (2 * eps), 5e-5);
    for (int k = 0; k < m->nM; k++) {
      assert_near(DmDq[i * m->nM + k], (inertia[k] - d->qM[k]) / (2 * eps), 1e-5);
    }
  }
  free(DmDq);
  free(inertia);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_returns_what_was_applied),
      cmocka_unit_test(discrete_inverse_undoes_a_step),
      cmocka_unit_test(runge_kutta_has_no_discrete_inverse),
      cmocka_unit_test(derivatives_of_inverse_dynamics_are_those_of_its_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
