// Derivatives of all sensors against differences of steps.
#include "step/derivative_case.h"

static const char scene[] =
    "<mujoco><option timestep='.004'><flag energy='enable'/></option><default><geom condim='4' "
    "friction='.6 "
    ".02 .01'/></default><worldbody><geom name='floor' type='plane' size='5 5 .1' euler='2 3 "
    "0'/><site "
    "name='w0' pos='0 .3 1.5'/><camera name='cam' pos='0 -3 1' xyaxes='1 0 0 0 .3 1'/><body "
    "name='a' pos='0 0 "
    ".28'><joint name='jb' type='ball' pos='0 .1 0' damping='.3' stiffness='2' limited='true' "
    "range='0 1' "
    "margin='.1'/><geom name='ga' type='box' size='.1 .2 .3'/><site name='sa' pos='0 .2 .1' "
    "euler='10 0 20' "
    "size='.3'/><body name='b' pos='.5 .1 0'><joint name='j1' axis='0 1 0' "
    "frictionloss='.1'/><geom "
    "type='capsule' size='.2 .05'/><site name='sb' pos='.1 .05 .1' euler='20 40 0'/><body name='c' "
    "pos='0 .5 "
    ".2'><joint name='j2' axis='.3 .4 0' range='-30 -5' limited='true' damping='.2'/><geom "
    "name='gc' "
    "type='box' size='.1 .3 .2' contype='0' conaffinity='0'/><site name='sc' pos='.1 0 .2' "
    "euler='50 0 "
    "20'/></body></body></body><body name='u' pos='1.5 0 .195'><freejoint name='jf'/><geom "
    "name='gu' "
    "size='.2'/><site name='su' pos='.1 .1 0' euler='10 20 30' type='sphere' "
    "size='.5'/></body><body pos='4 0 .12'><freejoint/><geom name='gap' size='.1' margin='.06' "
    "gap='.05'/></body></worldbody>"
    "<equality><connect body1='c' body2='u' anchor='.1 .2 .3'/></equality><tendon><spatial "
    "name='t' "
    "stiffness='5' damping='2' springlength='.1' range='0 .3' limited='true'><site "
    "site='w0'/><site "
    "site='sb'/><site site='sc'/></spatial></tendon><actuator><motor name='m1' "
    "joint='j1'/><general "
    "name='m2' tendon='t' dyntype='filter' dynprm='.05' gainprm='3'/><motor name='m3' joint='j2' "
    "ctrllimited='true' ctrlrange='-2 2'/></actuator><sensor>%s</sensor></mujoco>";

// Each by itself, to be named when it is wrong.
static const char* const sensors[] = {
    "<touch site='su'/>",
    "<accelerometer site='sc'/>",
    "<velocimeter site='sc'/>",
    "<gyro site='sc'/>",
    "<force site='sb'/>",
    "<torque site='sb'/>",
    "<force site='sa'/>",
    "<torque site='su'/>",
    "<magnetometer site='sc'/>",
    "<rangefinder site='sc'/>",
    "<camprojection site='sc' camera='cam'/>",
    "<jointpos joint='j1'/>",
    "<jointvel joint='j1'/>",
    "<tendonpos tendon='t'/>",
    "<tendonvel tendon='t'/>",
    "<actuatorpos actuator='m2'/>",
    "<actuatorvel actuator='m2'/>",
    "<actuatorfrc actuator='m2'/>",
    "<actuatorfrc actuator='m3'/>",
    "<jointactuatorfrc joint='j1'/>",
    "<tendonactuatorfrc tendon='t'/>",
    "<ballquat joint='jb'/>",
    "<ballangvel joint='jb'/>",
    "<jointlimitvel joint='jb'/>",
    "<jointlimitpos joint='j2'/>",
    "<jointlimitvel joint='j2'/>",
    "<jointlimitfrc joint='j2'/>",
    "<tendonlimitpos tendon='t'/>",
    "<tendonlimitvel tendon='t'/>",
    "<tendonlimitfrc tendon='t'/>",
    "<framepos objtype='site' objname='sc'/>",
    "<framepos objtype='site' objname='sc' reftype='body' refname='u'/>",
    "<framequat objtype='xbody' objname='c' reftype='body' refname='u'/>",
    "<framexaxis objtype='geom' objname='gc'/>",
    "<frameyaxis objtype='geom' objname='gc' reftype='site' refname='su'/>",
    "<framezaxis objtype='body' objname='c'/>",
    "<framelinvel objtype='site' objname='sc'/>",
    "<framelinvel objtype='site' objname='sc' reftype='body' refname='u'/>",
    "<frameangvel objtype='body' objname='c' reftype='body' refname='u'/>",
    "<framelinacc objtype='site' objname='sc'/>",
    "<frameangacc objtype='body' objname='c'/>",
    "<subtreecom body='a'/>",
    "<subtreelinvel body='a'/>",
    "<subtreeangmom body='a'/>",
    "<insidesite site='su' objtype='body' objname='u'/>",
    "<distance geom1='gc' geom2='gu' cutoff='5'/>",
    "<normal geom1='ga' geom2='gu' cutoff='5'/>",
    "<fromto geom1='ga' geom2='gu' cutoff='5'/>",
    "<contact geom1='floor' geom2='gu' data='force torque dist pos normal tangent' "
    "reduce='netforce' "
    "num='1'/>",
    "<contact geom1='gap' data='dist pos normal tangent' num='1'/>",
    "<e_potential/>",
    "<e_kinetic/>",
    "<clock/>",
};

static void every_sensor(void** state) {
  (void)state;
  nfailed = 0;
  first_error = ERROR_C;
  int smooth = 0, n = (int)(sizeof sensors / sizeof *sensors);
  for (int i = 0; i < n; i++) {
    char* xml = malloc(sizeof scene + 300);
    snprintf(xml, sizeof scene + 300, scene, sensors[i]);
    mjModel* m = model_from(xml);
    solve_exactly(m);
    for (int k = 0; k < 2; k++) {
      m->opt.cone = k % 2;
      m->opt.integrator = i % 2 ? mjINT_IMPLICITFAST : mjINT_EULER;
      draw_seed(10 * i + k);
      mjData* d = random_state(m, 0.02, 0.5);
      mj_forward(m, d);
      assert_true(active_rows(d) >= 8 && d->ncon >= 2);
      smooth += derivatives_hold(m, d, sensors[i], 1e-4, 1e-5);
      mj_deleteData(d);
    }
    mj_deleteModel(m);
    free(xml);
  }
  if (smooth < n) print_error("%d smooth states of %d\n", smooth, 2 * n);
  assert_true(smooth >= n);
  assert_int_equal(nfailed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_sensor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
