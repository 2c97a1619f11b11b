#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/small_models.h"

static int nwarning;
static char last_warning[1100];
static void on_warning(const char* text) {
  nwarning++;
  snprintf(last_warning, sizeof last_warning, "%s", text);
}

static void a_warning_is_said_once_and_counted(void** state) {
  (void)state;
  mjModel* m = small_chain(1);
  mjData* d = mj_makeData(m);
  mju_user_warning = on_warning;
  d->time = 1.25;
  for (int i = 0; i < 5; i++) mj_warning(d, mjWARN_BADQVEL, i);
  assert_true(nwarning == 1 && d->warning[mjWARN_BADQVEL].number == 5);
  assert_int_equal(d->warning[mjWARN_BADQVEL].lastinfo, 4);
  assert_non_null(strstr(last_warning, "Time = 1.2500"));
  mj_warning(d, mjWARN_BADQPOS, 0);
  assert_int_equal(nwarning, 2);
  mju_user_error = jump_out;
  for (volatile int type = -1; type <= mjNWARNING; type += mjNWARNING + 1) {
    volatile int raised = 1;
    if (!setjmp(escape)) {
      mj_warning(d, type, 0);
      raised = 0;
    }
    assert_int_equal(raised, 1);
  }
  mju_clearHandlers();
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void texts_tell_what_to_do(void** state) {
  (void)state;
  static const char* const words[mjNWARNING][2] = {
      {"singular", "DOF 4096"},         {"rena", "4096"},
      {"rena", "\"4K\" bytes"},         {"maxgeom", "4096"},
      {"QPOS at DOF 4096", "unstable"}, {"QVEL at DOF 4096", "unstable"},
      {"QACC at DOF 4096", "unstable"}, {"CTRL at ACTUATOR 4096", "unstable"}};
  for (int i = 0; i < mjNWARNING; i++) {
    for (int k = 0; k < 2; k++) {
      if (!strstr(mju_warningText(i, 4096), words[i][k])) fail_msg("%d: %s", i, words[i][k]);
    }
  }
  assert_true(strlen(mju_warningText(-1, 0)) > 0 && strlen(mju_warningText(99, 0)) > 0);
}

static void string_tables_are_complete(void** state) {
  (void)state;
  for (int i = 0; i < mjNDISABLE; i++) assert_non_null(mjDISABLESTRING[i]);
  for (int i = 0; i < mjNENABLE; i++) assert_non_null(mjENABLESTRING[i]);
  for (int i = 0; i < mjNTIMER; i++) assert_non_null(mjTIMERSTRING[i]);
  assert_string_equal(mjDISABLESTRING[18], "Island");
  assert_string_equal(mjDISABLESTRING[8], "Clampctrl");
  assert_string_equal(mjENABLESTRING[3], "InvDiscrete");
  assert_string_equal(mjTIMERSTRING[mjTIMER_COL_NARROW], "col_narrowphase");
}

static void null_callback(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
}
static mjtNum no_time(void) { return 0; }

static void callbacks_are_cleared(void** state) {
  (void)state;
  mjcb_passive = mjcb_control = null_callback;
  mjcb_time = no_time;
  mj_resetCallbacks();
  assert_true(!mjcb_passive && !mjcb_control && !mjcb_time && !mjcb_contactfilter && !mjcb_sensor &&
              !mjcb_act_dyn && !mjcb_act_gain && !mjcb_act_bias);
}

static void defaults_are_those_of_the_api(void** state) {
  (void)state;
  mjOption o;
  memset(&o, 0xFF, sizeof o);
  mj_defaultOption(&o);
  assert_true(o.timestep == 0.002 && o.gravity[2] == -9.81 && o.magnetic[1] == -0.5);
  assert_true(o.impratio == 1 && o.tolerance == 1e-8 && o.ls_tolerance == 0.01);
  assert_true(o.solver == mjSOL_NEWTON && o.jacobian == mjJAC_AUTO && o.iterations == 100);
  assert_true(o.ls_iterations == 50 && o.ccd_iterations == 35 && o.sdf_initpoints == 40);
  assert_true(o.o_friction[2] == 0.005 && o.o_solref[0] == 0.02 && o.o_solimp[4] == 2);
  assert_true(!o.disableflags && !o.enableflags && !o.disableactuator && o.wind[0] == 0);
  mjtNum solref[2], solimp[5];
  mj_defaultSolRefImp(solref, NULL);
  mj_defaultSolRefImp(NULL, solimp);
  assert_true(solref[0] == 0.02 && solref[1] == 1 && solimp[2] == 0.001 && solimp[3] == 0.5);
  mjVisual v;
  mj_defaultVisual(&v);
  assert_true(v.global.cameraid == -1 && v.quality.shadowsize == 4096 && v.map.zfar == 50);
  assert_true(v.scale.frustum == 10 && v.rgba.bvactive[3] == 0.5f && v.headlight.active == 1);
  mjLROpt l;
  mj_defaultLROpt(&l);
  assert_true(l.mode == mjLRMODE_MUSCLE && l.accel == 20 && l.inttotal == 10 && l.tolrange == 0.05);
}

static void flags_follow_from_options(void** state) {
  (void)state;
  mjModel* m = small_chain(59);
  assert_true(!mj_isSparse(m) && mj_isPyramidal(m) && !mj_isDual(m));
  m->opt.jacobian = mjJAC_SPARSE;
  m->opt.cone = mjCONE_ELLIPTIC;
  m->opt.noslip_iterations = 1;
  assert_true(mj_isSparse(m) && !mj_isPyramidal(m) && mj_isDual(m));
  mj_deleteModel(m);
  m = small_chain(60);
  assert_true(mj_isSparse(m));
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.solver = mjSOL_PGS;
  assert_true(!mj_isSparse(m) && mj_isDual(m));
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_warning_is_said_once_and_counted),
      cmocka_unit_test(texts_tell_what_to_do),
      cmocka_unit_test(string_tables_are_complete),
      cmocka_unit_test(callbacks_are_cleared),
      cmocka_unit_test(defaults_are_those_of_the_api),
      cmocka_unit_test(flags_follow_from_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
