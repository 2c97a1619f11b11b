// Products with the derivatives of a step against the matrices, for all integrators.
#include "step/derivative_case.h"

// A ball and hinges with contacts, tendons, actuators of all kinds and a medium, between two trees.
static const char scene[] =
    "<mujoco><option timestep='.004' density='20' viscosity='.1' wind='1 2 .5'/><default><geom "
    "condim='4' "
    "friction='.6 .02 .01'/></default><worldbody><geom type='plane' size='5 5 .1' euler='2 3 "
    "0'/><site "
    "name='w0' pos='0 .3 1.5'/><body name='a' pos='0 0 .28' gravcomp='.3'><joint name='jb' "
    "type='ball' "
    "pos='0 .1 0' damping='.3' stiffness='2'/><geom type='box' size='.1 .2 .3'/><body name='b' "
    "pos='.5 .1 "
    "0'><joint name='j1' axis='0 1 0' frictionloss='.1' actuatorfrclimited='true' "
    "actuatorfrcrange='-.1 "
    ".1'/><geom type='capsule' size='.2 .05'/><site name='sb' pos='.1 .05 .1'/><geom name='wg' "
    "type='sphere' size='.12' pos='.05 .3 .1' contype='0' conaffinity='0'/><body name='c' pos='0 "
    ".5 "
    ".2'><joint name='j2' axis='.3 .4 0' range='-30 30' limited='true' damping='.2'/><geom "
    "type='box' "
    "size='.1 .3 .2' contype='0' conaffinity='0'/><site name='sc' pos='.1 0 .2' euler='50 0 "
    "20'/></body>"
    "</body></body><body name='u' pos='1.5 0 .195'><freejoint name='jf'/><geom size='.2'/><site "
    "name='su' "
    "pos='.1 .1 0' euler='10 20 30'/></body><body name='x' pos='3 0 .195'><freejoint/><geom "
    "size='.2'/></body></worldbody><equality><connect body1='c' body2='u' anchor='.1 .2 "
    ".3'/></equality>"
    "<tendon><spatial name='t' stiffness='5' damping='2' springlength='.1'><site site='w0'/><geom "
    "geom='wg'/><site site='sb'/><site site='sc'/></spatial></tendon><actuator><muscle tendon='t' "
    "lengthrange='.8 1.6' force='30'/><general site='sc' refsite='su' gear='1 2 3 1 2 3' "
    "gaintype='affine' "
    "gainprm='1 .5 .4' biastype='affine' biasprm='.1 -2 -1'/><general jointinparent='jf' gear='3 1 "
    "2 1 2 3' "
    "gaintype='affine' gainprm='1 .5 .4' biastype='affine' biasprm='.1 -2 -1'/><general joint='j2' "
    "dyntype='filterexact' dynprm='.05' gainprm='3' actearly='true'/><position joint='j1' kp='20' "
    "kv='2'/>"
    "<general joint='j2' dyntype='integrator' gainprm='4' actlimited='true' actrange='-1 "
    ".2'/></actuator>"
    "</mujoco>";

static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};

static void products_of_a_scene(void** state) {
  (void)state;
  nfailed = 0;
  mjModel* m = model_from(scene);
  for (int k = 0; k < 16; k++) {
    m->opt.integrator = integrators[k % 4];
    m->opt.cone = k / 4 % 2;
    m->opt.jacobian = k / 8 ? mjJAC_SPARSE : mjJAC_DENSE;
    draw_seed(k);
    mjData* d = random_state(m, 0.02, 0.5);
    mj_forward(m, d);
    assert_true(active_rows(d) >= 6 && d->ncon >= 2);
    products_hold(m, d, "scene", k % 3 ? 0 : engDERIV_LIKE_FD);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  assert_int_equal(nfailed, 0);
}

static void products_of_bundled_models(void** state) {
  (void)state;
  nfailed = 0;
  static const char* const file[] = {"humanoid.xml", "hand.xml", "quadruped.xml", "muscle_arm.xml",
                                     "four_bar.xml"};
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = bundled_model(file[f]);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.3 * sin(0.7 + k);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 60; i++) mj_step(m, d);
      m->opt.integrator = integrators[k];
      mj_forward(m, d);
      products_hold(m, d, file[f], 0);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
}

// The matrices of the scene, and of Runge-Kutta, are right.
static void matrices_of_the_scene(void** state) {
  (void)state;
  nfailed = 0;
  mjModel* m = model_from(scene);
  solve_exactly(m);
  int smooth = 0;
  for (int k = 0; k < 12; k++) {
    m->opt.integrator = integrators[k % 4];
    m->opt.cone = k / 4 % 2;
    draw_seed(k);
    mjData* d = random_state(m, 0.02, 0.5);
    for (int i = 0; i < m->na; i++) d->act[i] = 0.6 - 0.1 * i;
    mj_forward(m, d);
    smooth += derivatives_hold(m, d, "scene", 1e-4, 1e-5);
    mj_deleteData(d);
  }
  if (smooth < 9) print_error("%d smooth states\n", smooth);
  assert_true(smooth >= 9);
  mj_deleteModel(m);
  assert_int_equal(nfailed, 0);
}

static void runge_kutta_steps(void** state) {
  (void)state;
  nfailed = 0;
  static const char* const file[] = {"double_pendulum.xml", "arm.xml", "humanoid.xml",
                                     "muscle_arm.xml"};
  int smooth = 0;
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = bundled_model(file[f]);
    m->opt.integrator = mjINT_RK4;
    solve_exactly(m);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.3 * sin(0.7 + k);
    for (int k = 0; k < m->na; k++) d->act[k] = 0.5 + 0.1 * k;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 40; i++) mj_step(m, d);
      mj_forward(m, d);
      smooth += derivatives_hold(m, d, file[f], f == 2 ? 1e-6 : 1e-4, 1e-6);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  if (smooth < 12) print_error("%d smooth states\n", smooth);
  assert_true(smooth >= 12);
  assert_int_equal(nfailed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_of_a_scene),
      cmocka_unit_test(products_of_bundled_models),
      cmocka_unit_test(matrices_of_the_scene),
      cmocka_unit_test(runge_kutta_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
