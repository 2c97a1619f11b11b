// Perturbations: what pulls, and where to.
#include "viewed.h"

static const char* const toys =
    "<mujoco><option gravity='0 0 0'/><worldbody>"
    "<body name='free' pos='0 0 1'><freejoint/><geom type='box' size='.2 .1 .15' pos='.05 0 0'/>"
    "<body name='child' pos='.3 0 0'><joint axis='0 1 0'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 .1 0'/></body></body>"
    "<body name='arm' pos='2 0 1'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>"
    "<body name='ball' pos='0 2 1'><freejoint/><geom size='.1'/></body>"
    "<body name='mocap' mocap='true' pos='-1 0 1'><geom type='ellipsoid' size='.1 .2 .3' "
    "pos='.1 0 0' euler='10 20 30'/></body></worldbody></mujoco>";

enum { FREE = 1, CHILD, ARM, BALL, MOCAP };

static int setup(void** state) {
  viewed* v = malloc(sizeof *v);
  view_model(v, model_from(toys), 100);
  *state = v;
  return 0;
}

static int teardown(void** state) {
  view_end(*state);
  free(*state);
  return 0;
}

static mjtNum wave(int i) { return sin(37.719 * i + .8); }

static void select_body(viewed* v, int body, int active) {
  mjv_defaultPerturb(&v->pert);
  v->pert.select = body;
  vec3_set(v->pert.localpos, .03, -.02, .04);
  mjv_initPerturb(v->m, v->d, &v->scn, &v->pert);
  v->pert.active = active;
}

// Pull a body to some place and orientation, different for every i.
static void pull_away(viewed* v, int i) {
  mjtNum axis[3] = {wave(i), wave(i + 1), wave(i + 2)}, turn[4];
  vec3_normalize(axis);
  quat_from_axis_angle(turn, axis, wave(i + 3));
  quat_mul(v->pert.refquat, turn, v->pert.refquat);
  for (int k = 0; k < 3; k++) {
    mjtNum by = .3 * wave(7 * i + k);
    v->pert.refpos[k] += by;
    v->pert.refselpos[k] += by;
  }
}

static void at_its_place_a_body_is_not_pulled(void** state) {
  viewed* v = *state;
  mjtNum zero[6] = {0};
  for (int body = 1; body < v->m->nbody; body++) {
    for (int active = 1; active <= 2; active++) {
      select_body(v, body, active);
      mjv_applyPerturbForce(v->m, v->d, &v->pert);
      assert_all_near(v->d->xfrc_applied + 6 * body, zero, 6, 1e-12);
    }
  }
}

static void the_force_pulls_to_the_target(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 50; i++) {
    int body = 1 + i % 5;
    select_body(v, body, mjPERT_TRANSLATE);
    pull_away(v, i);
    mjtNum start[3], to[3], cross[3];
    mat3_mul_vec(start, v->d->xmat + 9 * body, v->pert.localpos);
    vec3_add(start, start, v->d->xpos + 3 * body);
    vec3_sub(to, v->pert.refselpos, start);
    mjv_applyPerturbForce(v->m, v->d, &v->pert);
    const mjtNum* wrench = v->d->xfrc_applied + 6 * body;
    vec3_cross(cross, to, wrench);
    mjtNum stiffness = v->m->vis.map.stiffness * v->pert.localmass;
    assert_true(fabs(vec3_dot(to, wrench) - stiffness * vec3_dot(to, to)) < 1e-9 * stiffness);
    assert_true(vec3_norm(cross) < 1e-9 * stiffness);
    // as if it acted at the selected point
    mjtNum arm[3], torque[3];
    vec3_sub(arm, start, v->d->xipos + 3 * body);
    vec3_cross(torque, arm, wrench);
    assert_all_near(wrench + 3, torque, 3, 1e-9 * stiffness);
  }
}

static void a_pulled_body_arrives(void** state) {
  viewed* v = *state;
  mjtNum point[3], quat[4], apart[3];
  select_body(v, BALL, mjPERT_TRANSLATE | mjPERT_ROTATE);
  pull_away(v, 3);
  for (int i = 0; i < 3000; i++) {
    mju_zero(v->d->xfrc_applied, 6 * v->m->nbody);
    mjv_applyPerturbForce(v->m, v->d, &v->pert);
    mj_step(v->m, v->d);
  }
  mj_forward(v->m, v->d);
  quat_mul(quat, v->d->xquat + 4 * BALL, v->m->body_iquat + 4 * BALL);
  quat_difference(apart, v->pert.refquat, quat);
  assert_true(vec3_norm(apart) < 1e-2);
  select_body(v, BALL, mjPERT_TRANSLATE);
  pull_away(v, 4);
  for (int i = 0; i < 3000; i++) {
    mju_zero(v->d->xfrc_applied, 6 * v->m->nbody);
    mjv_applyPerturbForce(v->m, v->d, &v->pert);
    mj_step(v->m, v->d);
  }
  mj_forward(v->m, v->d);
  mat3_mul_vec(point, v->d->xmat + 9 * BALL, v->pert.localpos);
  vec3_add(point, point, v->d->xpos + 3 * BALL);
  assert_all_near(point, v->pert.refselpos, 3, 1e-2);
}

static void turning_keeps_the_force(void** state) {
  viewed* v = *state;
  select_body(v, FREE, mjPERT_TRANSLATE);
  pull_away(v, 1);
  mjv_applyPerturbForce(v->m, v->d, &v->pert);
  mjtNum force[3];
  vec3_copy(force, v->d->xfrc_applied + 6);
  v->pert.active = mjPERT_ROTATE;
  mjv_applyPerturbForce(v->m, v->d, &v->pert);
  assert_all_near(v->d->xfrc_applied + 6, force, 3, 0);
  v->pert.active = 0;
  v->d->xfrc_applied[6] = 7;
  mjv_applyPerturbForce(v->m, v->d, &v->pert);
  assert_true(v->d->xfrc_applied[6] == 7);
}

static void motion_is_damped(void** state) {
  viewed* v = *state;
  v->d->qvel[8] = 2;  // of the ball
  mj_forward(v->m, v->d);
  for (int active = 1; active <= 2; active++) {
    for (int i = 0; i < v->m->nv; i++) v->d->qvel[i] = wave(i);
    mj_forward(v->m, v->d);
    select_body(v, BALL, active);
    mjv_applyPerturbForce(v->m, v->d, &v->pert);
    mjtNum vel[6];
    mj_objectVelocity(v->m, v->d, mjOBJ_BODY, BALL, vel, 0);
    const mjtNum* wrench = v->d->xfrc_applied + 6 * BALL;
    assert_true(vec3_dot(wrench, vel + 3) + vec3_dot(wrench + 3, vel) < 0);
  }
}

// The inertial frame of a body is where it is pulled to.
static void assert_arrived(const viewed* v, int body) {
  mjtNum quat[4], apart[3], zero[3] = {0};
  assert_all_near(v->d->xipos + 3 * body, v->pert.refpos, 3, 1e-9);
  quat_mul(quat, v->d->xquat + 4 * body, v->m->body_iquat + 4 * body);
  quat_difference(apart, v->pert.refquat, quat);
  assert_all_near(apart, zero, 3, 1e-9);
}

static void a_pose_is_reached_at_once(void** state) {
  viewed* v = *state;
  static const int bodies[] = {FREE, CHILD, BALL, MOCAP};
  v->d->qpos[7] = .4;
  mj_forward(v->m, v->d);
  for (int i = 0; i < 40; i++) {
    int body = bodies[i % 4];
    select_body(v, body, 1 + i % 2);
    pull_away(v, i);
    mjv_applyPerturbPose(v->m, v->d, &v->pert, 1);
    mj_forward(v->m, v->d);
    assert_arrived(v, body);
    assert_true(v->d->qpos[7] == .4);  // within the tree nothing moves
  }
}

static void only_mocap_bodies_are_placed_while_time_runs(void** state) {
  viewed* v = *state;
  mjtNum qpos[30];
  mju_copy(qpos, v->d->qpos, v->m->nq);
  for (int body = 1; body < v->m->nbody; body++) {
    select_body(v, body, mjPERT_TRANSLATE);
    pull_away(v, body);
    mjv_applyPerturbPose(v->m, v->d, &v->pert, 0);
    assert_memory_equal(qpos, v->d->qpos, sizeof(mjtNum) * (size_t)v->m->nq);
  }
  mj_forward(v->m, v->d);
  assert_arrived(v, MOCAP);
  select_body(v, ARM, mjPERT_TRANSLATE);  // neither free nor on something free
  pull_away(v, 1);
  mjv_applyPerturbPose(v->m, v->d, &v->pert, 1);
  assert_memory_equal(qpos, v->d->qpos, sizeof(mjtNum) * (size_t)v->m->nq);
}

static void a_loose_body_weighs_its_mass_at_its_centre(void** state) {
  viewed* v = *state;
  mjv_defaultPerturb(&v->pert);
  v->pert.select = BALL;
  mjv_initPerturb(v->m, v->d, &v->scn, &v->pert);
  assert_true(fabs(v->pert.localmass - v->m->body_mass[BALL]) < 1e-9);
  v->pert.localpos[0] = .3;  // away from there it gives way by turning
  mjv_initPerturb(v->m, v->d, &v->scn, &v->pert);
  assert_true(v->pert.localmass < v->m->body_mass[BALL]);
  v->pert.select = MOCAP;
  mjv_initPerturb(v->m, v->d, &v->scn, &v->pert);
  assert_true(v->pert.localmass == 1);
}

static void the_mouse_moves_the_target_with_it(void** state) {
  viewed* v = *state;
  v->cam.elevation = 0;
  for (int i = 0; i < 20; i++) {
    v->cam.azimuth = 180 * wave(i);
    mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
    select_body(v, 1 + i % 5, mjPERT_TRANSLATE);
    mjtNum before[3], head[3], forward[3], right[3], up[3], away[3], moved[3];
    vec3_copy(before, v->pert.refselpos);
    mjv_movePerturb(v->m, v->d, mjMOUSE_MOVE_V, .1, -.05, &v->scn, &v->pert);
    mjv_cameraInModel(head, forward, up, &v->scn);
    vec3_cross(right, forward, up);
    vec3_sub(away, before, head);
    mjtNum height = mjv_frustumHeight(&v->scn) * vec3_dot(away, forward);
    vec3_sub(moved, v->pert.refselpos, before);
    assert_true(fabs(vec3_dot(moved, right) - .1 * height) < 1e-5 * height);
    assert_true(fabs(vec3_dot(moved, up) - .05 * height) < 1e-5 * height);
    assert_true(fabs(vec3_dot(moved, forward)) < 1e-5 * height);
  }
}

static void a_body_is_turned_a_quarter_at_most(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    if (i % 20 == 0) select_body(v, 1 + i / 20, mjPERT_ROTATE);
    int body = v->pert.select;
    mjv_movePerturb(v->m, v->d, 1 + i % 2, .2 * wave(i), .3, &v->scn, &v->pert);
    mjtNum quat[4], apart[3];
    quat_mul(quat, v->d->xquat + 4 * body, v->m->body_iquat + 4 * body);
    quat_difference(apart, v->pert.refquat, quat);
    assert_true(vec3_norm(apart) <= mjPI / 2 + 1e-6);
  }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(at_its_place_a_body_is_not_pulled),
      TEST(the_force_pulls_to_the_target),
      TEST(a_pulled_body_arrives),
      TEST(turning_keeps_the_force),
      TEST(motion_is_damped),
      TEST(a_pose_is_reached_at_once),
      TEST(only_mocap_bodies_are_placed_while_time_runs),
      TEST(a_loose_body_weighs_its_mass_at_its_centre),
      TEST(the_mouse_moves_the_target_with_it),
      TEST(a_body_is_turned_a_quarter_at_most),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
