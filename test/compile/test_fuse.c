// Merging what cannot move must not change the mechanics, nor where things are.
#include <stdlib.h>

#include "compile/model_text.h"

static mjModel* compiled(const mjSpec* source, bool fuse) {
  mjSpec* s = mj_copySpec(source);
  s->compiler.fusestatic = fuse;
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("%s\n", mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return m;
}

static void compare_mechanics(const mjModel* a, const mjModel* b) {
  mjData *d = mj_makeData(a), *e = mj_makeData(b);
  assert_int_equal(a->nq, b->nq);
  mj_resetData(a, d);
  for (int i = 0; i < a->nq; i++) d->qpos[i] += 0.3 * draw();
  mj_normalizeQuat(a, d->qpos);
  memcpy(e->qpos, d->qpos, sizeof(mjtNum) * (size_t)a->nq);
  for (int i = 0; i < a->nv; i++) d->qvel[i] = e->qvel[i] = draw();
  mj_forward(a, d);
  mj_forward(b, e);
  size_t n = (size_t)a->nv * (size_t)a->nv + 1;
  mjtNum *x = calloc(n, sizeof(mjtNum)), *y = calloc(n, sizeof(mjtNum));
  mj_fullM(a, x, d->qM);
  mj_fullM(b, y, e->qM);
  // each merge finds principal axes to 1.5e-6 of the difference of moments
  assert_near_vector(x, y, (int)n - 1, 1e-5);
  assert_near_vector(d->qfrc_bias, e->qfrc_bias, a->nv, 1e-4);
  for (int i = 0; i < a->ngeom; i++) {
    const char* name = mj_id2name(a, mjOBJ_GEOM, i);
    int j = mj_name2id(b, mjOBJ_GEOM, name);
    assert_true(j >= 0);
    assert_near_vector(d->geom_xpos + 3 * i, e->geom_xpos + 3 * j, 3, 1e-12);
    assert_near_vector(d->geom_xmat + 9 * i, e->geom_xmat + 9 * j, 9, 1e-12);
  }
  for (int i = 0; i < a->ncam; i++) {
    assert_near_vector(d->cam_xpos, e->cam_xpos, 3, 1e-12);
    assert_near_vector(d->light_xdir, e->light_xdir, 3, 1e-12);
  }
  free(x);
  free(y);
  mj_deleteData(d);
  mj_deleteData(e);
}

static void fused_models_move_alike(void** state) {
  (void)state;
  int fused = 0;
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(draw_int(3, 20));
    s->option.disableflags = mjDSBL_CONTACT;
    int n = 0;
    for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
      char name[16];
      snprintf(name, sizeof name, "g%d", n++);
      mjs_setName(e, name);
    }
    mjModel *a = compiled(s, false), *b = compiled(s, true);
    fused += a->nbody - b->nbody;
    for (int i = 1; i < b->nbody; i++) assert_true(b->body_jntnum[i] > 0);
    compare_mechanics(a, b);
    mj_deleteModel(a);
    mj_deleteModel(b);
    mj_deleteSpec(s);
  }
  assert_true(fused > 50);
}

// Cameras and lights go with their body.
static void what_is_on_a_fused_body_stays_in_place(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco><worldbody><body pos='0 0 1'><joint/><geom name='g' size='.1' pos='.2 0 0'/>"
      "<body pos='.1 .2 .3' euler='10 20 30'><geom name='h' type='box' size='.1 .2 .3' euler='30 0 "
      "10'/>"
      "<camera pos='0 1 0' euler='0 0 40'/><light pos='0 0 1' dir='1 0 -1'/></body></body>"
      "</worldbody></mujoco>");
  mjModel *a = compiled(s, false), *b = compiled(s, true);
  assert_int_equal(b->nbody, 2);
  assert_int_equal(b->body_geomnum[1], 2);
  assert_int_equal(b->body_bvhnum[1], 3);
  draw_seed(1);
  compare_mechanics(a, b);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(s);
}

static void a_body_that_is_referred_to_stays(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler fusestatic='true'/><worldbody><body name='a'><joint/><geom size='.1'/>"
      "<body name='b'><geom size='.1'/></body><body name='c'><geom size='.1'/></body>"
      "<body name='d'><site name='s'/></body></body><body name='e'/><body "
      "mocap='true'/>"
      "<body name='f'/><camera mode='targetbody' target='f'/><light mode='targetbody' target='f'/>"
      "</worldbody>"
      "<sensor><framepos objtype='body' objname='b'/><force site='s'/></sensor></mujoco>");
  assert_true(mj_name2id(m, mjOBJ_BODY, "b") > 0);
  assert_true(mj_name2id(m, mjOBJ_BODY, "d") > 0);
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "c"), -1);
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "e"), -1);
  assert_int_equal(m->nbody, 6);
  assert_int_equal(m->cam_targetbodyid[0], mj_name2id(m, mjOBJ_BODY, "f"));
  assert_int_equal(m->light_targetbodyid[0], 5);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fused_models_move_alike),
      cmocka_unit_test(what_is_on_a_fused_body_stays_in_place),
      cmocka_unit_test(a_body_that_is_referred_to_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
