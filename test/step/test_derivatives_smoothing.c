// Derivatives whose rows begin to act over a width.
#include "step/derivative_case.h"

static mjModel* slider(void) {
  return model_from(
      "<mujoco><option timestep='.003' gravity='0 0 0'/><worldbody><body><joint type='slide' "
      "axis='0 0 1' range='-1 .2' limited='true' margin='.12' solimplimit='.5 .9 .3'/><geom "
      "size='.1' "
      "mass='2'/></body></worldbody></mujoco>");
}

// A limit of one dof of mass m: da/dv = -s B D / (m + s D), s = 1 / (1 + exp(jar / w)).
static void a_limit_acts_by_its_share(void** state) {
  (void)state;
  mjModel* m = slider();
  mjData* d = mj_makeData(m);
  int idle = 0, active = 0;
  for (int k = 0; k < 40; k++) {
    mj_resetData(m, d);
    d->qpos[0] = 0.1;
    d->qvel[0] = -2 + 0.1 * k;  // away from the limit it is idle
    mj_forward(m, d);
    assert_int_equal(d->nefc, 1);
    mjtNum w = 3, jar = -d->qacc[0] - d->efc_aref[0];
    mjtNum s = 1 / (1 + exp(jar / w)), D = d->efc_D[0], B = d->efc_KBIP[1], A[4];
    idle += d->efc_state[0] == mjCNSTRSTATE_SATISFIED;
    active += d->efc_state[0] == mjCNSTRSTATE_QUADRATIC;
    mjtNum force = d->efc_force[0];
    const engStepDerivatives out = {.A = A, .smoothing = w};
    assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
    assert_true(fabs(A[3] - 1 + m->opt.timestep * s * B * D / (2 + s * D)) < 1e-13);
    // the data are as they were
    assert_true(d->efc_D[0] == D && d->efc_force[0] == force && d->pstack == 0);
  }
  assert_true(idle > 5 && active > 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static mjData* moving(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.3 * sin(0.7 + i);
  for (int i = 0; i < 300; i++) mj_step(m, d);
  mj_forward(m, d);
  assert_true(active_rows(d) >= 6);
  return d;
}

// Over no width it is the derivative, over more it is another one.
static void a_narrow_width_is_none(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  for (int cone = 0; cone < 2; cone++) {
    m->opt.cone = cone;
    mjData* d = moving(m);
    step_matrices x[3];
    static const mjtNum width[3] = {0, 1e-9, 30};
    mjtNum error[3];
    for (int k = 0; k < 3; k++) {
      x[k] = matrices_make(m);
      const engStepDerivatives out = {.A = x[k].A, .smoothing = width[k]};
      assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
      error[k] = block_error(x[k].A, x[0].A, x[k].nx, x[k].nx, x[k].nx, 0);
    }
    assert_true(error[1] <= 1e-12 && (cone || error[2] > 1e-6));
    for (int k = 0; k < 3; k++) matrices_free(&x[k]);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

static void products_are_those_of_the_matrix(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICITFAST};
  for (int k = 0; k < 6; k++) {
    m->opt.cone = k / 3;
    m->opt.integrator = integrators[k % 3];
    mjData* d = moving(m);
    step_matrices x = matrices_make(m);
    int nx = x.nx;
    mjtNum *in = calloc(3 * (size_t)nx, sizeof(mjtNum)), *along = in + nx, *back = along + nx;
    draw_seed(k);
    draw_vector(in, nx);
    const engStepDerivatives out = {.A = x.A, .smoothing = 20};
    assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
    const engStepDirection direction = {.state = in, .smoothing = 20};
    assert_int_equal(eng_stepJvp(m, d, 0, &direction, along), engDERIV_OK);
    const engStepCovector covector = {.state = back, .smoothing = 20};
    assert_int_equal(eng_stepVjp(m, d, 0, in, &covector), engDERIV_OK);
    mjtNum size = 0, error = 0;
    for (int i = 0; i < nx; i++) {
      mjtNum a = 0, b = 0;
      for (int j = 0; j < nx; j++) {
        a += x.A[i * nx + j] * in[j];
        b += x.A[j * nx + i] * in[j];
      }
      size = fmax(size, fmax(fabs(a), fabs(b)));
      error = fmax(error, fmax(fabs(a - along[i]), fabs(b - back[i])));
    }
    assert_true(error <= 1e-12 * size);
    free(in);
    matrices_free(&x);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_limit_acts_by_its_share),
      cmocka_unit_test(a_narrow_width_is_none),
      cmocka_unit_test(products_are_those_of_the_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
