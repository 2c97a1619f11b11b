// Numbers that are none, or far too large, anywhere in the input: the pipeline comes back, warns,
// and works again after a reset.
#include "step/bundled_model.h"

static const char* const models[] = {"humanoid.xml", "gripper.xml", "arm.xml", "quadruped.xml",
                                     "cart_pole.xml"};
static const mjtNum wild[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 9e9, -9e9, 1e-320};

static void ignore(const char* message) { (void)message; }

static void spoil(mjtNum* x, int n) {
  if (n) x[draw_int(0, n - 1)] = wild[draw_int(0, 7)];
}

static void spoil_input(const mjModel* m, mjData* d) {
  switch (draw_int(0, 6)) {
    case 0: spoil(d->qpos, m->nq); break;
    case 1: spoil(d->qvel, m->nv); break;
    case 2: spoil(d->act, m->na); break;
    case 3: spoil(d->ctrl, m->nu); break;
    case 4: spoil(d->qfrc_applied, m->nv); break;
    case 5: spoil(d->xfrc_applied, 6 * m->nbody); break;
    default: spoil(d->qacc_warmstart, m->nv);
  }
}

// A variant of the options: every integrator, solver and cone, with and without what can be.
static void draw_options(mjModel* m) {
  static const int flags[] = {0, mjDSBL_AUTORESET, mjDSBL_WARMSTART, mjDSBL_ISLAND,
                              mjDSBL_MIDPHASE};
  m->opt.integrator = draw_int(mjINT_EULER, mjINT_IMPLICITFAST);
  m->opt.solver = draw_int(mjSOL_PGS, mjSOL_NEWTON);
  m->opt.cone = draw_int(mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC);
  m->opt.jacobian = draw_int(mjJAC_DENSE, mjJAC_SPARSE);
  m->opt.disableflags = flags[draw_int(0, 4)] | flags[draw_int(0, 4)];
  m->opt.enableflags = draw_int(0, 1) ? mjENBL_ENERGY | mjENBL_FWDINV : 0;
}

static void check_it_works_again(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  for (int i = 0; i < m->nq; i++) assert_true(isfinite(d->qpos[i]));
  for (int i = 0; i < m->nv; i++) assert_true(isfinite(d->qvel[i]));
}

static void wild_input_is_survived(void** state) {
  (void)state;
  mju_user_warning = ignore;
  mju_user_error = ignore;
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    mjModel* m = bundled_model(models[k]);
    mjData* d = mj_makeData(m);
    for (int seed = 0; seed < 60; seed++) {
      draw_seed(seed);
      draw_options(m);
      mj_resetData(m, d);
      for (int i = 0; i < 20; i++) mj_step(m, d);
      for (int i = 0; i < 6; i++) {
        spoil_input(m, d);
        mj_step(m, d);
      }
      spoil_input(m, d);
      mj_forward(m, d);
      mj_inverse(m, d);
      assert_int_equal(d->pstack, 0);
      check_it_works_again(m, d);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mju_user_warning = NULL;
  mju_user_error = NULL;
}

// Options can be nonsense as well.
static void wild_options_are_survived(void** state) {
  (void)state;
  static const mjtNum timesteps[] = {0, -1, NAN, INFINITY, 1e300, 1e-320};
  mju_user_warning = ignore;
  mju_user_error = ignore;
  mjModel* m = bundled_model("gripper.xml");
  const mjOption sane = m->opt;
  for (int integrator = mjINT_EULER; integrator <= mjINT_IMPLICITFAST + 1; integrator++) {
    for (size_t i = 0; i < sizeof timesteps / sizeof *timesteps; i++) {
      mjData* d = mj_makeData(m);
      m->opt.timestep = timesteps[i];
      m->opt.integrator = integrator;
      for (int k = 0; k < 5; k++) mj_step(m, d);
      assert_int_equal(d->pstack, 0);
      m->opt = sane;
      check_it_works_again(m, d);
      mj_deleteData(d);
    }
  }
  for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
    mjData* d = mj_makeData(m);
    m->opt.gravity[2] = m->opt.impratio = m->opt.tolerance = m->opt.density = wild[i];
    for (int k = 0; k < 5; k++) mj_step(m, d);
    m->opt = sane;
    check_it_works_again(m, d);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  mju_user_warning = NULL;
  mju_user_error = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wild_input_is_survived),
      cmocka_unit_test(wild_options_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
