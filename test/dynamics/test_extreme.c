// Models at the edge: very deep, very unlike masses, nothing at all; numbers that are none.
#include "kinematics/random_scene.h"

static void all_stages(scene c) {
  position_stage(c);
  mj_camlight(c.m, c.d);
  velocity_stage(c);
  acceleration_stage(c);
  mj_energyPos(c.m, c.d);
  mj_energyVel(c.m, c.d);
}

// A chain of hinges about different axes.
static scene chain_of(int links, mjtNum offset, mjtNum light, mjtNum heavy) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = mjs_findBody(s, "world");
  s->compiler.degree = 0;
  for (int i = 0; i < links; i++) {
    b = mjs_addBody(b, NULL);
    b->pos[0] = offset;
    b->explicitinertial = 1;
    b->mass = i % 2 ? heavy : light;
    b->inertia[0] = b->inertia[1] = b->inertia[2] = 0.01 * b->mass;
    b->ipos[0] = offset / 2;
    mjsJoint* j = mjs_addJoint(b, NULL);
    for (int k = 0; k < 3; k++) j->axis[k] = k == i % 3;
  }
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("%s\n", mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return scene_of(m);
}

static void assert_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) assert_true(isfinite(x[i]));
}

// M qacc_smooth is the force again, relative to its size.
static void assert_solved(scene c, mjtNum tolerance) {
  int nv = c.m->nv;
  mjtNum* force = new_vector(nv);
  mj_mulM(c.m, c.d, force, c.d->qacc_smooth);
  mjtNum scale = mju_norm(c.d->qfrc_smooth, nv);
  for (int i = 0; i < nv; i++) {
    assert_true(fabs(force[i] - c.d->qfrc_smooth[i]) <= tolerance * scale);
  }
  free(force);
}

static void a_thousand_joints_deep(void** state) {
  (void)state;
  draw_seed(1);
  scene c = chain_of(1000, 0.1, 1, 1);
  for (int i = 0; i < c.m->nv; i++) {
    c.d->qpos[i] *= 0.1;
    c.d->qvel[i] *= 0.1;
  }
  all_stages(c);
  assert_finite(c.d->qacc_smooth, c.m->nv);
  assert_solved(c, 1e-9);
  scene_free(c);
}

static void bodies_without_extent(void** state) {
  (void)state;
  draw_seed(2);
  scene c = chain_of(12, 0, 1, 1);
  all_stages(c);
  assert_finite(c.d->qacc_smooth, c.m->nv);
  assert_solved(c, 1e-9);
  scene_free(c);
}

static void masses_of_very_different_size(void** state) {
  (void)state;
  draw_seed(3);
  for (int seed = 0; seed < 20; seed++) {
    scene c = chain_of(8, 0.3, 1e-4, 1e4);
    all_stages(c);
    assert_finite(c.d->qacc_smooth, c.m->nv);
    assert_solved(c, 1e-6);
    scene_free(c);
  }
}

// Whatever is written into the state, every stage returns, the stack is empty, and a reset heals.
static void numbers_that_are_none_go_through(void** state) {
  (void)state;
  static const mjtNum bad[] = {NAN, INFINITY, -INFINITY, 1e308, -1e-320};
  for (int seed = 0; seed < 100; seed++) {
    scene c = random_scene(seed, 4 + seed % 12);
    if (seed % 2) c.m->opt.density = 1;
    mjtNum value = bad[seed % 5];
    for (int i = 0; i < c.m->nq; i++) {
      if (draw() > 0.5) c.d->qpos[i] = value;
    }
    for (int i = 0; i < c.m->nv; i++) {
      if (draw() > 0.5) c.d->qvel[i] = value;
      if (draw() > 0.5) c.d->qfrc_applied[i] = value;
    }
    for (int i = 0; i < 6 * c.m->nbody; i++) {
      if (draw() > 0.5) c.d->xfrc_applied[i] = value;
    }
    all_stages(c);
    mj_subtreeVel(c.m, c.d);
    mj_integratePos(c.m, c.d->qpos, c.d->qvel, value);
    mj_differentiatePos(c.m, c.d->qvel, value, c.d->qpos, c.m->qpos0);
    mj_normalizeQuat(c.m, c.d->qpos);
    assert_int_equal(c.d->pstack, 0);
    draw_state_of(c);
    all_stages(c);
    assert_finite(c.d->qacc_smooth, c.m->nv);
    scene_free(c);
  }
}

static void an_empty_world_has_stages_too(void** state) {
  (void)state;
  scene c = scene_of(model_from("<mujoco/>"));
  all_stages(c);
  mj_subtreeVel(c.m, c.d);
  assert_near(c.d->energy[0] + c.d->energy[1], 0, 0);
  mj_jac(c.m, c.d, NULL, NULL, c.d->xpos, 0);
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_thousand_joints_deep),
      cmocka_unit_test(bodies_without_extent),
      cmocka_unit_test(masses_of_very_different_size),
      cmocka_unit_test(numbers_that_are_none_go_through),
      cmocka_unit_test(an_empty_world_has_stages_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
