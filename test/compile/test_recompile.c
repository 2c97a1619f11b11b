#include "compile/model_text.h"

static const char start[] =
    "<mujoco><worldbody><body name='m' mocap='true' pos='0 0 5'/>"
    "<body name='a'><joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
    "<body name='b' pos='.5 0 0'><joint name='k' type='ball'/><geom size='.1' pos='.3 0 0'/></body>"
    "</body></worldbody><actuator><motor name='u' joint='j'/>"
    "<general name='v' joint='j' dyntype='filter'/></actuator></mujoco>";

typedef struct {
  mjSpec* s;
  mjModel* m;
  mjData* d;
} fixture;

// A state with a number of its own in every place.
static fixture begin(void) {
  fixture f = {.s = spec_from(start)};
  f.m = mj_compile(f.s, NULL);
  assert_non_null(f.m);
  f.d = mj_makeData(f.m);
  f.d->time = 3;
  for (int i = 0; i < f.m->nq; i++) f.d->qpos[i] = 1 + i;
  for (int i = 0; i < f.m->nv; i++) f.d->qvel[i] = 11 + i;
  f.d->ctrl[0] = 21;
  f.d->ctrl[1] = 22;
  f.d->act[0] = 31;
  for (int i = 0; i < 3; i++) f.d->mocap_pos[i] = 41 + i;
  for (int i = 0; i < 4; i++) f.d->mocap_quat[i] = 51 + i;
  return f;
}

static void end(fixture* f) {
  mj_deleteData(f->d);
  mj_deleteModel(f->m);
  mj_deleteSpec(f->s);
}

static void nothing_edited_nothing_lost(void** state) {
  (void)state;
  fixture f = begin();
  mjModel* before = mj_copyModel(NULL, f.m);
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), 0);
  assert_memory_equal(f.m->buffer, before->buffer, before->nbuffer);
  assert_true(f.d->time == 3);
  for (int i = 0; i < f.m->nq; i++) assert_true(f.d->qpos[i] == 1 + i);
  for (int i = 0; i < f.m->nv; i++) assert_true(f.d->qvel[i] == 11 + i);
  assert_true(f.d->ctrl[0] == 21 && f.d->ctrl[1] == 22 && f.d->act[0] == 31);
  assert_true(f.d->mocap_pos[2] == 43 && f.d->mocap_quat[3] == 54);
  mj_deleteModel(before);
  end(&f);
}

static void state_follows_elements_past_insertions(void** state) {
  (void)state;
  fixture f = begin();
  mjsBody* a = mjs_findBody(f.s, "a");
  mjsBody* c = mjs_addBody(mjs_findBody(f.s, "m"), NULL);  // cannot move; comes first
  mjs_addGeom(c, NULL)->size[0] = 0.1;
  mjsJoint* slide = mjs_addJoint(a, NULL);
  slide->type = mjJNT_SLIDE;
  slide->ref = 0.7;
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), 0);
  assert_int_equal(f.m->nq, 6);
  assert_int_equal(f.m->nbody, 5);
  const mjtNum qpos[6] = {1, 0.7, 2, 3, 4, 5}, qvel[5] = {11, 0, 12, 13, 14};
  assert_memory_equal(f.d->qpos, qpos, sizeof qpos);
  assert_memory_equal(f.d->qvel, qvel, sizeof qvel);
  assert_true(f.d->time == 3 && f.d->ctrl[1] == 22 && f.d->act[0] == 31);
  end(&f);
}

static void state_of_what_was_deleted_vanishes(void** state) {
  (void)state;
  fixture f = begin();
  assert_int_equal(mjs_delete(f.s, mjs_findElement(f.s, mjOBJ_ACTUATOR, "u")), 0);
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), 0);
  assert_int_equal(f.m->nu, 1);
  assert_true(f.d->ctrl[0] == 22 && f.d->act[0] == 31);
  assert_true(f.d->qpos[4] == 5);
  mj_step(f.m, f.d);
  end(&f);
}

static void failure_leaves_model_and_data_alone(void** state) {
  (void)state;
  fixture f = begin();
  mjModel* before = mj_copyModel(NULL, f.m);
  mjsGeom* g = mjs_addGeom(mjs_findBody(f.s, "a"), NULL);
  g->size[0] = -1;
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), -1);
  assert_true(strlen(mjs_getError(f.s)) > 0);
  assert_memory_equal(f.m->buffer, before->buffer, before->nbuffer);
  assert_true(f.d->qpos[0] == 1 && f.d->ctrl[1] == 22);
  mj_step(f.m, f.d);
  // once corrected, the state is found as if nothing had been
  for (int i = 0; i < f.m->nq; i++) f.d->qpos[i] = 1 + i;
  g->size[0] = 0.1;
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), 0);
  assert_true(f.d->qpos[0] == 1 && f.d->qpos[4] == 5);
  mj_deleteModel(before);
  end(&f);
}

static void a_joint_of_another_type_starts_anew(void** state) {
  (void)state;
  fixture f = begin();
  mjsJoint* k = mjs_asJoint(mjs_findElement(f.s, mjOBJ_JOINT, "k"));
  k->type = mjJNT_SLIDE;
  assert_int_equal(mj_recompile(f.s, NULL, f.m, f.d), 0);
  assert_int_equal(f.m->nq, 2);
  assert_true(f.d->qpos[0] == 1 && f.d->qpos[1] == 0);
  end(&f);
}

static void data_are_optional(void** state) {
  (void)state;
  fixture f = begin();
  mjs_addFreeJoint(mjs_addBody(mjs_findBody(f.s, "world"), NULL));
  assert_int_equal(mj_recompile(f.s, NULL, f.m, NULL), -1);  // a free body without mass
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_edited_nothing_lost),
      cmocka_unit_test(state_follows_elements_past_insertions),
      cmocka_unit_test(state_of_what_was_deleted_vanishes),
      cmocka_unit_test(failure_leaves_model_and_data_alone),
      cmocka_unit_test(a_joint_of_another_type_starts_anew),
      cmocka_unit_test(data_are_optional),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
