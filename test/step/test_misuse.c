// Calls with a model, data or an id that are not there: every one is an error with the name of the
// function and the argument, before anything is touched.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "raises.h"

static mjModel *model, *other;
static mjData* data;

static mjModel* load(const char* name) {
  char path[1024], error[1024];
  snprintf(path, sizeof path, "%s/model/%s", SOURCE_ROOT, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static int setup(void** state) {
  (void)state;
  model = load("humanoid.xml");
  other = load("arm.xml");
  data = mj_makeData(model);
  mj_forward(model, data);
  return 0;
}

static int teardown(void** state) {
  (void)state;
  mj_deleteData(data);
  mj_deleteModel(model);
  mj_deleteModel(other);
  return 0;
}

typedef void stage(const mjModel* m, mjData* d);

#define STAGE(name) \
  { #name, name }
static const struct {
  const char* name;
  stage* run;
} stages[] = {
    STAGE(mj_step),
    STAGE(mj_step1),
    STAGE(mj_step2),
    STAGE(mj_forward),
    STAGE(mj_inverse),
    STAGE(mj_resetData),
    STAGE(mj_fwdPosition),
    STAGE(mj_fwdVelocity),
    STAGE(mj_fwdActuation),
    STAGE(mj_fwdAcceleration),
    STAGE(mj_fwdConstraint),
    STAGE(mj_Euler),
    STAGE(mj_implicit),
    STAGE(mj_invPosition),
    STAGE(mj_invVelocity),
    STAGE(mj_invConstraint),
    STAGE(mj_compareFwdInv),
    STAGE(mj_sensorPos),
    STAGE(mj_sensorVel),
    STAGE(mj_sensorAcc),
    STAGE(mj_energyPos),
    STAGE(mj_energyVel),
    STAGE(mj_checkPos),
    STAGE(mj_checkVel),
    STAGE(mj_checkAcc),
    STAGE(mj_kinematics),
    STAGE(mj_comPos),
    STAGE(mj_camlight),
    STAGE(mj_flex),
    STAGE(mj_tendon),
    STAGE(mj_transmission),
    STAGE(mj_crb),
    STAGE(mj_makeM),
    STAGE(mj_factorM),
    STAGE(mj_comVel),
    STAGE(mj_passive),
    STAGE(mj_subtreeVel),
    STAGE(mj_rnePostConstraint),
    STAGE(mj_collision),
    STAGE(mj_makeConstraint),
    STAGE(mj_island),
    STAGE(mj_projectConstraint),
    STAGE(mj_referenceConstraint),
};

static void every_stage_names_what_is_missing(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
    char no_model[64], no_data[64];
    snprintf(no_model, sizeof no_model, "%s: m is NULL", stages[i].name);
    snprintf(no_data, sizeof no_data, "%s: d is NULL", stages[i].name);
    RAISES((stages[i].run(NULL, data), 0), no_model);
    RAISES((stages[i].run(model, NULL), 0), no_data);
  }
}

static void data_of_another_model_are_refused(void** state) {
  (void)state;
  mjtNum full[1000];
  RAISES((mj_step(other, data), 0), "mj_step: d was made for a model with other sizes");
  RAISES((mj_step1(other, data), 0), "mj_step1: d was made");
  RAISES((mj_step2(other, data), 0), "mj_step2: d was made");
  RAISES((mj_forward(other, data), 0), "mj_forward: d was made");
  RAISES((mj_inverse(other, data), 0), "mj_inverse: d was made");
  RAISES((mj_resetData(other, data), 0), "mj_resetData: d was made");
  RAISES((mj_getState(other, data, full, mjSTATE_QPOS), 0), "mj_getState: d was made");
  RAISES((mj_setState(other, data, full, mjSTATE_QPOS), 0), "mj_setState: d was made");
  RAISES(mj_copyData(NULL, other, data), "mj_copyData: src was made");
}

// Many variants of a model take turns with one mjData in programs that learn.
static void data_of_a_variant_are_taken(void** state) {
  (void)state;
  mjModel* variant = mj_copyModel(NULL, model);
  variant->signature++;
  variant->body_mass[1] *= 2;
  mj_step(variant, data);
  assert_true(data->time > 0);
  mj_resetData(model, data);
  assert_true(data->signature == model->signature);
  mj_forward(model, data);
  mj_deleteModel(variant);
}

static void ids_out_of_range_are_named(void** state) {
  (void)state;
  mjtNum out[6], point[3] = {0, 0, 0}, axis[3] = {0, 0, 1}, jac[3 * 100];
  int bad[] = {-1, 1000000, INT32_MAX, INT32_MIN};
  for (int i = 0; i < 4; i++) {
    int id = bad[i];
    char body[100], geom[100], site[100];
    snprintf(body, sizeof body, "body is %d, must be at least 0 and below m->nbody = %d", id,
             model->nbody);
    snprintf(geom, sizeof geom, "geom is %d, must be at least 0 and below m->ngeom", id);
    snprintf(site, sizeof site, "site is %d, must be at least 0 and below m->nsite", id);
    RAISES((mj_jac(model, data, jac, jac, point, id), 0), body);
    RAISES((mj_jacBody(model, data, jac, jac, id), 0), body);
    RAISES((mj_jacBodyCom(model, data, jac, jac, id), 0), body);
    RAISES((mj_jacSubtreeCom(model, data, jac, id), 0), body);
    RAISES((mj_jacPointAxis(model, data, jac, jac, point, axis, id), 0), body);
    RAISES((mj_jacDot(model, data, jac, jac, point, id), 0), body);
    RAISES((mj_angmomMat(model, data, jac, id), 0), body);
    RAISES((mj_applyFT(model, data, axis, axis, point, id, data->qfrc_applied), 0), body);
    RAISES((mj_jacGeom(model, data, jac, jac, id), 0), geom);
    RAISES((mj_jacSite(model, data, jac, jac, id), 0), site);
    RAISES(mj_geomDistance(model, data, id, 0, 1, out), "mj_geomDistance: geom1 is ");
    RAISES(mj_geomDistance(model, data, 0, id, 1, out), "mj_geomDistance: geom2 is ");
    RAISES(mj_rayHfield(model, data, id, point, axis), "mj_rayHfield: geomid is ");
    RAISES(mj_rayMesh(model, data, id, point, axis), "mj_rayMesh: geomid is ");
    RAISES((mj_objectVelocity(model, data, mjOBJ_GEOM, id, out, 0), 0),
           "mj_objectVelocity: there is no geom");
    RAISES((mj_objectAcceleration(model, data, mjOBJ_CAMERA, id, out, 0), 0),
           "mj_objectAcceleration: there is no camera");
    RAISES((mj_objectVelocity(model, data, id, 0, out, 0), 0),
           "mj_objectVelocity: objects of type");
  }
}

static void vectors_that_are_missing_are_named(void** state) {
  (void)state;
  mjtNum vec[100] = {0}, point[3] = {0};
  RAISES((mj_mulM(model, data, NULL, vec), 0), "mj_mulM: res is NULL");
  RAISES((mj_solveM(model, data, vec, NULL, 1), 0), "mj_solveM: y is NULL");
  RAISES((mj_rne(model, data, 0, NULL), 0), "mj_rne: result is NULL");
  RAISES((mj_fullM(model, NULL, data->qM), 0), "mj_fullM: dst is NULL");
  RAISES((mj_integratePos(model, vec, NULL, 1), 0), "mj_integratePos: qvel is NULL");
  RAISES((mj_differentiatePos(model, vec, 1, NULL, vec), 0), "mj_differentiatePos: qpos1");
  RAISES((mj_jac(model, data, vec, NULL, NULL, 1), 0), "mj_jac: point is NULL");
  RAISES((mj_applyFT(model, data, point, point, NULL, 1, vec), 0), "mj_applyFT: point");
  RAISES(mj_ray(model, data, point, NULL, NULL, 1, -1, NULL), "mj_ray: vec is NULL");
  RAISES((mj_contactForce(model, data, 0, NULL), 0), "mj_contactForce: result is NULL");
}

// Arrays of as many numbers as the model has of something may be missing when it has none of it:
// that is what an empty vector of a C++ program is.
static void what_has_no_elements_may_be_null(void** state) {
  (void)state;
  mjSpec* still = mj_makeSpec();
  mjModel* m = mj_compile(still, NULL);
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nv, 0);
  mj_mulM(m, d, NULL, NULL);
  mj_solveM(m, d, NULL, NULL, 1);
  mj_rne(m, d, 1, NULL);
  mj_integratePos(m, NULL, NULL, 1);
  mj_differentiatePos(m, NULL, 1, NULL, NULL);
  mj_normalizeQuat(m, NULL);
  mj_getState(m, d, NULL, mjSTATE_QPOS);
  mj_setState(m, d, NULL, mjSTATE_QPOS);
  mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(still);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stage_names_what_is_missing),
      cmocka_unit_test(data_of_another_model_are_refused),
      cmocka_unit_test(data_of_a_variant_are_taken),
      cmocka_unit_test(ids_out_of_range_are_named),
      cmocka_unit_test(vectors_that_are_missing_are_named),
      cmocka_unit_test(what_has_no_elements_may_be_null),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
