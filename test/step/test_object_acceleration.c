// Accelerations of bodies and objects on them, and what the world carries.
#include "kinematics/random_scene.h"

// The world carries the weight of everything on it; a body at rest feels gravity as acceleration.
static void bodies_at_rest_weigh_on_the_world(void** state) {
  (void)state;
  scene c = scene_of(
      model_from("<mujoco><worldbody><body pos='1 2 3'><geom size='.1' mass='2' contype='0'/>"
                 "<body pos='1 0 0'><geom size='.1' mass='3' "
                 "contype='0'/></body></body></worldbody></mujoco>"));
  mj_forward(c.m, c.d);
  mj_rnePostConstraint(c.m, c.d);
  assert_near(c.d->cfrc_int[5], 5 * 9.81, 1e-12);
  assert_near(c.d->cfrc_int[6 + 5], 5 * 9.81, 1e-12);
  assert_near(c.d->cfrc_int[12 + 5], 3 * 9.81, 1e-12);
  assert_near(c.d->cacc[5], 9.81, 0);
  scene_free(c);
}

// mj_objectAcceleration is the derivative of the velocity of the object's point, gravity taken off.
static void accelerations_are_differences_of_velocities(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < 50; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int site = draw_int(0, c.m->nsite - 1);
    mjtNum rate[6] = {0}, v[6], a[6];
    saved_state start = save_state(c);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      mj_forward(c.m, c.d);
      drift(c, sign * h, 0);
      for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] += sign * h * c.d->qacc[i];
      position_stage(c);
      mj_comVel(c.m, c.d);
      mj_objectVelocity(c.m, c.d, mjOBJ_SITE, site, v, 0);
      for (int k = 0; k < 6; k++) rate[k] += sign * v[k] / (2 * h);
    }
    restore_state(c, start);
    mj_forward(c.m, c.d);
    mj_rnePostConstraint(c.m, c.d);
    mj_objectAcceleration(c.m, c.d, mjOBJ_SITE, site, a, 0);
    if (c.m->body_weldid[c.m->site_bodyid[site]]) {
      for (int k = 0; k < 3; k++) a[3 + k] += c.m->opt.gravity[k];
    }
    mjtNum scale = 1 + mju_norm(c.d->qacc, c.m->nv);
    for (int k = 0; k < 6; k++) assert_true(fabs(a[k] - rate[k]) < 1e-6 * scale);
    state_free(start);
    scene_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_at_rest_weigh_on_the_world),
      cmocka_unit_test(accelerations_are_differences_of_velocities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
