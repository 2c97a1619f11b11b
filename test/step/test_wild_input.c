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

// Cloth that collides with itself and of which some vertices are nowhere.
static void cloth_without_places_is_survived(void** state) {
  (void)state;
  mju_user_warning = ignore;
  mjModel* m = model_from(
      "<mujoco><option><flag autoreset='disable'/></option><worldbody><flexcomp name='f' "
      "type='grid' dim='2' count='12 12 1' spacing='.1 .1 .1' mass='1' radius='.01'>"
      "<contact selfcollide='sap'/><edge equality='true'/></flexcomp></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mj_resetData(m, d);
    int n = draw_int(1, 9);
    for (int i = 0; i < n; i++) d->qpos[draw_int(0, m->nq - 1)] = wild[draw_int(0, 2)];
    mj_step(m, d);
    mj_forward(m, d);
    assert_int_equal(d->pstack, 0);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

static const char damped[] =
    "<mujoco><option integrator='implicit'/><worldbody><body><joint name='j' axis='0 1 0' "
    "damping='1'/><geom size='.1' mass='1' pos='.3 0 0'/></body></worldbody><actuator>"
    "<general joint='j' gaintype='affine' gainprm='1 0 -1'/>"
    "<motor joint='j'/></actuator></mujoco>";

// A control that is no number is no control: also in the derivatives of the implicit integrators.
static void bad_controls_are_none_to_integrators(void** state) {
  (void)state;
  mju_user_warning = ignore;
  mjModel* m = model_from(damped);
  mjData *d = mj_makeData(m), *without = mj_makeData(m);
  for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
    if (fabs(wild[i]) <= mjMAXVAL) continue;
    for (int integrator = mjINT_EULER; integrator <= mjINT_IMPLICITFAST; integrator++) {
      m->opt.integrator = integrator;
      mj_resetData(m, d);
      mj_resetData(m, without);
      d->ctrl[0] = wild[i];
      d->ctrl[1] = 1;
      for (int k = 0; k < 5; k++) mj_step(m, d);
      for (int k = 0; k < 5; k++) mj_step(m, without);
      assert_true(d->qvel[0] == without->qvel[0] && d->qpos[0] == without->qpos[0]);
      assert_int_equal(d->warning[mjWARN_BADCTRL].lastinfo, 0);
      assert_true(d->warning[mjWARN_BADCTRL].number >= 5);
    }
  }
  mj_deleteData(without);
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

// An actuator that drives ever harder can make M - h dF/dv vanish: that warns, as of M.
static void singular_implicit_matrix_warns(void** state) {
  (void)state;
  mju_user_warning = ignore;
  mjModel* m = model_from(
      "<mujoco><option integrator='implicit' timestep='1' gravity='0 0 0'/><worldbody><body>"
      "<joint name='j' type='slide'/><geom size='.1' mass='1'/></body></worldbody><actuator>"
      "<general joint='j' biastype='affine' biasprm='0 0 1'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  mj_forward(m, d);
  mj_implicit(m, d);
  assert_int_equal(d->warning[mjWARN_INERTIA].number, 1);
  assert_int_equal(d->warning[mjWARN_INERTIA].lastinfo, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

static int nsaid;
static void count_warning(const char* message) {
  (void)message;
  nsaid++;
}

static void rays_without_direction_hit_nothing(void** state) {
  (void)state;
  mju_user_warning = count_warning;
  mjModel* m = bundled_model("humanoid.xml");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum from[3] = {0, 0, 5}, dir[9] = {0, 0, -1, 0, 0, 0, NAN, 0, 0}, dist[3];
  int id[3];
  mj_multiRay(m, d, from, dir, NULL, 1, -1, id, dist, 3, mjMAXVAL);
  assert_true(dist[0] > 0 && id[0] >= 0);
  for (int i = 1; i < 3; i++) {
    int hit = 7;
    assert_true(dist[i] == -1 && id[i] == -1);
    assert_true(mj_ray(m, d, from, dir + 3 * i, NULL, 1, -1, &hit) == -1 && hit == -1);
  }
  assert_int_equal(nsaid, 2);  // zero length, by both; what is no number is not looked at
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

// A cube of eight nodes whose elements are let collide with each other, which the compiler refuses:
// rows of such contacts can be all zero, and belong to no tree.
static void rows_that_move_nothing_are_survived(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option timestep='.0021' jacobian='dense'/><worldbody><geom type='plane' size='3 3 "
      ".1'/><flexcomp name='t' type='grid' dim='3' dof='trilinear' count='3 3 3' spacing='.09 .08 "
      ".1' pos='0 0 .1' radius='.01' mass='.9'><contact selfcollide='none'/><elasticity "
      "young='21000' poisson='.2' damping='.003'/></flexcomp></worldbody></mujoco>");
  m->flex_selfcollide[0] = mjFLEXSELF_BVH;
  mjData* d = mj_makeData(m);
  int most = 0;
  for (int i = 0; i < 100; i++) {
    mj_step(m, d);
    most = mjMAX(most, d->nefc);
  }
  assert_true(most > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wild_input_is_survived),
      cmocka_unit_test(wild_options_are_survived),
      cmocka_unit_test(cloth_without_places_is_survived),
      cmocka_unit_test(bad_controls_are_none_to_integrators),
      cmocka_unit_test(singular_implicit_matrix_warns),
      cmocka_unit_test(rows_that_move_nothing_are_survived),
      cmocka_unit_test(rays_without_direction_hit_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
