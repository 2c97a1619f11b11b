// Calls that make no sense: every one is an error with the name of the call, or a message of the
// specification, and changes nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "raises.h"

// A search that found nothing is what most often leads to these.
static void calls_without_their_object_are_errors_with_names(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjModel* m = mj_compile(s, NULL);
  double number[4] = {0};
  mjsOrientation euler;
  mjs_defaultOrientation(&euler);
  euler.type = mjORIENTATION_EULER;
  RAISES(mjs_addGeom(mjs_findBody(s, "nobody"), NULL), "mjs_addGeom: body is NULL");
  RAISES(mjs_addBody(NULL, NULL), "mjs_addBody: body is NULL");
  RAISES(mjs_addFreeJoint(NULL), "mjs_addFreeJoint: body");
  RAISES(mjs_addFrame(NULL, NULL), "mjs_addFrame: body");
  RAISES(mjs_addMesh(NULL, NULL), "mjs_addMesh: s");
  RAISES(mjs_addKey(NULL), "mjs_addKey: s");
  RAISES(mjs_addDefault(NULL, "x", NULL), "mjs_addDefault: s");
  RAISES(mjs_wrapSite(NULL, "x"), "mjs_wrapSite: tendon");
  RAISES(mjs_setToMotor(NULL), "mjs_setToMotor: a");
  RAISES(mjs_makeMesh(NULL, mjMESH_BUILTIN_SPHERE, number, 1), "mjs_makeMesh: mesh");
  RAISES(mjs_findBody(NULL, "x"), "mjs_findBody: s");
  RAISES(mjs_firstChild(NULL, mjOBJ_GEOM, 1), "mjs_firstChild: body");
  RAISES(mjs_delete(NULL, NULL), "mjs_delete: spec");
  RAISES(mjs_setString(NULL, "x"), "mjs_setString: dest");
  RAISES(mjs_setDouble(NULL, number, 1), "mjs_setDouble: dest");
  RAISES(mjs_sensorDim(NULL), "mjs_sensorDim: sensor");
  RAISES(mjs_defaultGeom(NULL), "mjs_defaultGeom: geom");
  RAISES(mjs_getError(NULL), "mjs_getError: s");
  RAISES(mj_copySpec(NULL), "mj_copySpec: s");
  RAISES(mj_compile(NULL, NULL), "mj_compile: s");
  RAISES(mj_recompile(s, NULL, NULL, NULL), "mj_recompile: m");
  RAISES(mj_setConst(m, NULL), "mj_setConst: d");
  RAISES(mju_getXMLDependencies("x.xml", NULL), "mju_getXMLDependencies: dependencies");
  RAISES(mj_makeData(NULL), "mj_makeData: m");
  RAISES(mj_resetData(m, NULL), "mj_resetData: d");
  RAISES(mju_taskJoin(NULL), "mju_taskJoin: task");
  RAISES(mjp_registerPlugin(NULL), "mjp_registerPlugin: plugin");
  assert_non_null(strstr(mjs_resolveOrientation(number, 1, NULL, &euler), "sequence"));
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void nobody_waits_for_a_task_that_was_not_queued(void** state) {
  (void)state;
  mjTask task;
  mju_defaultTask(&task);
  RAISES(mju_taskJoin(&task), "not queued");
}

static void a_deleted_frame_encloses_nothing(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* frame = mjs_addFrame(world, NULL);
  assert_int_equal(mjs_delete(s, frame->element), 0);
  assert_null(mjs_addFrame(world, frame));
  assert_non_null(strstr(mjs_getError(s), "was deleted"));
  mj_deleteModel(mj_compile(s, NULL));
  mj_deleteSpec(s);
}

static void refuse(mjSpec* s, const char* what) {
  mjModel* m = mj_compile(s, NULL);
  if (m || !strstr(mjs_getError(s), what)) fail_msg("'%s', not '%s'", mjs_getError(s), what);
  mj_deleteSpec(s);
}

static void sizes_beyond_reason_are_refused_at_once(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  s->nkey = INT32_MAX;
  refuse(s, "nkey is 2147483647; expected at most 1000000");
  s = mj_makeSpec();
  mjs_addNumeric(s)->size = 1 << 30;
  refuse(s, "size is 1073741824; expected at most");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_without_their_object_are_errors_with_names),
      cmocka_unit_test(nobody_waits_for_a_task_that_was_not_queued),
      cmocka_unit_test(a_deleted_frame_encloses_nothing),
      cmocka_unit_test(sizes_beyond_reason_are_refused_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
