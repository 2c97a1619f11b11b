// Derivatives of steps of the bundled models, and of random trees, against differences of mj_step.
#include "step/derivative_case.h"

// A model along its way: states some steps apart, with controls that move it.
typedef struct {
  const char* file;
  int states, apart;
  int least_smooth;  // states away from kinks
  int least_active;  // rows active in all states together
  mjtNum eps, tolerance;
} trajectory;

// Contacts of meshes and of height fields are found by iterations that leave some noise.
static const trajectory trajectories[] = {
    {"pendulum.xml", 10, 30, 10, 0, 1e-4, 1e-7},
    {"double_pendulum.xml", 10, 30, 10, 0, 1e-4, 1e-7},
    {"cart_pole.xml", 10, 30, 10, 0, 1e-4, 1e-7},
    {"arm.xml", 10, 30, 10, 0, 1e-4, 1e-7},
    {"four_bar.xml", 10, 30, 10, 30, 1e-5, 1e-7},
    {"slider_crank.xml", 10, 30, 10, 30, 1e-5, 1e-7},
    {"muscle_arm.xml", 10, 30, 10, 0, 1e-4, 1e-7},
    {"hand.xml", 10, 12, 6, 200, 1e-6, 1e-6},
    {"humanoid.xml", 10, 43, 7, 80, 1e-6, 1e-6},
    {"quadruped.xml", 10, 37, 6, 100, 1e-6, 1e-6},
    {"gripper.xml", 10, 50, 7, 15, 1e-6, 1e-6},
    {"mesh_showcase.xml", 6, 100, 3, 100, 1e-6, 1e-5},
};

static void bundled_models(void** state) {
  (void)state;
  nfailed = 0;
  for (size_t i = 0; i < sizeof trajectories / sizeof *trajectories; i++) {
    const trajectory* t = trajectories + i;
    mjModel* m = bundled_model(t->file);
    solve_exactly(m);
    m->opt.noslip_iterations = 0;
    if (m->opt.integrator == mjINT_RK4) m->opt.integrator = mjINT_EULER;
    mjData* d = mj_makeData(m);
    int smooth = 0, active = 0;
    for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.3 * sin(0.7 + k);
    // activations that equal their controls stand on a kink of muscles
    for (int k = 0; k < m->na; k++) d->act[k] = 0.5 + 0.1 * k;
    for (int s = 0; s < t->states; s++) {
      for (int k = 0; k < t->apart; k++) mj_step(m, d);
      for (int k = 0; k < m->na; k++) d->act[k] = 0.5 + 0.4 * sin(1 + 2 * s + k);
      mj_forward(m, d);
      active += active_rows(d);
      smooth += derivatives_hold(m, d, t->file, t->eps, t->tolerance);
    }
    if (smooth < t->least_smooth || active < t->least_active) {
      print_error("%s: %d smooth states, %d active rows\n", t->file, smooth, active);
      nfailed++;
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
}

static void random_trees(void** state) {
  (void)state;
  nfailed = 0;
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(draw_int(2, 9));
    mjModel* m = mj_compile(s, NULL);
    assert_non_null(m);
    m->opt.disableflags |= mjDSBL_CONTACT;
    m->opt.integrator = seed % 3 == 0   ? mjINT_EULER
                        : seed % 3 == 1 ? mjINT_IMPLICIT
                                        : mjINT_IMPLICITFAST;
    char name[40];
    snprintf(name, sizeof name, "random tree %d", seed);
    mjData* d = random_state(m, 1, 1);
    mj_forward(m, d);
    if (m->nv) assert_true(derivatives_hold(m, d, name, 1e-3, 1e-7));
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  assert_int_equal(nfailed, 0);
}

// What has no derivatives is refused by name, and nothing is touched.
static char warned[1000];
static void hear(const char* message) { snprintf(warned, sizeof warned, "%s", message); }

// By the name of what was called, too.
static void refused(mjModel* m, const char* part, int status) {
  mjData* d = mj_makeData(m);
  mjtNum* A = calloc((size_t)(2 * m->nv + m->na) * (size_t)(2 * m->nv + m->na), sizeof(mjtNum));
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = hear;
  warned[0] = 0;
  assert_int_equal(eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.A = A}), status);
  mju_user_warning = before;
  if (!strstr(warned, part)) fail_msg("%s: should mention %s", warned, part);
  assert_int_equal(strncmp(warned, "eng_stepDerivatives:", 20), 0);
  assert_int_equal(d->pstack, 0);
  if (status == engDERIV_UNSUPPORTED) {
    const engAdjoint adjoint = {.state = A, .by_state = A};
    mju_user_warning = hear;
    assert_int_equal(eng_adjoint(m, &d, 1, NULL, 0, &adjoint), status);
    mju_user_warning = before;
    assert_int_equal(strncmp(warned, "eng_adjoint:", 12), 0);
  }
  free(A);
  mj_deleteData(d);
}

static void what_has_no_derivatives_is_refused(void** state) {
  (void)state;
  mjModel* m = bundled_model("gripper.xml");
  refused(m, "noslip", engDERIV_UNSUPPORTED);
  mj_deleteModel(m);
  m = bundled_model("pendulum.xml");
  m->opt.integrator = mjINT_DISCRETE;
  refused(m, "discrete", engDERIV_UNSUPPORTED);
  mj_deleteModel(m);
  m = model_from(
      "<mujoco><size memory='40k'/><worldbody><body><freejoint/><geom "
      "size='1'/></body></worldbody></mujoco>");
  refused(m, "bytes", engDERIV_NO_MEMORY);
  mj_deleteModel(m);
}

// The data come back as mj_forward leaves them.
static void data_are_left_as_they_were(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  m->opt.cone = mjCONE_ELLIPTIC;
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 300; i++) mj_step(m, d);
  mj_forward(m, d);
  assert_true(active_rows(d) > 3);
  mjData* before = mj_copyData(NULL, m, d);
  step_matrices x = matrices_make(m), y = matrices_make(m);
  const engStepDerivatives first = {.A = x.A, .B = x.B, .C = x.C, .D = x.D, .F = x.F};
  const engStepDerivatives second = {.A = y.A, .B = y.B, .C = y.C, .D = y.D, .F = y.F};
  assert_int_equal(eng_stepDerivatives(m, d, 0, &first), engDERIV_OK);
  assert_int_equal(eng_stepDerivatives(m, d, engDERIV_FORWARDED, &second), engDERIV_OK);
  size_t nx = x.nx, nv = m->nv;
  assert_memory_equal(x.A, y.A, sizeof(mjtNum) * nx * nx);
  assert_memory_equal(x.B, y.B, sizeof(mjtNum) * nx * (size_t)m->nu);
  assert_memory_equal(x.F, y.F, sizeof(mjtNum) * nx * nv);
  assert_memory_equal(d->qpos, before->qpos, sizeof(mjtNum) * (size_t)m->nq);
  assert_memory_equal(d->qvel, before->qvel, sizeof(mjtNum) * nv);
  assert_memory_equal(d->qacc, before->qacc, sizeof(mjtNum) * nv);
  assert_memory_equal(d->geom_xpos, before->geom_xpos, sizeof(mjtNum) * 3 * (size_t)m->ngeom);
  assert_memory_equal(d->geom_xmat, before->geom_xmat, sizeof(mjtNum) * 9 * (size_t)m->ngeom);
  assert_memory_equal(d->efc_force, before->efc_force, sizeof(mjtNum) * (size_t)d->nefc);
  assert_memory_equal(d->qfrc_constraint, before->qfrc_constraint, sizeof(mjtNum) * nv);
  assert_memory_equal(d->qfrc_passive, before->qfrc_passive, sizeof(mjtNum) * nv);
  assert_memory_equal(d->sensordata, before->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
  matrices_free(&x);
  matrices_free(&y);
  mj_deleteData(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bundled_models),
      cmocka_unit_test(random_trees),
      cmocka_unit_test(what_has_no_derivatives_is_refused),
      cmocka_unit_test(data_are_left_as_they_were),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
