// Poses: reference numbers of a chain of all joint types, frames that follow, configurations.
#include "kinematics/random_scene.h"
#include "kinematics/two_links.h"

static void a_chain_has_the_reference_numbers(void** state) {
  (void)state;
  scene c = two_links();
  mjData* d = c.d;
  position_stage(c);
  mj_comVel(c.m, d);
  assert_near_vector(
      d->xpos + 6, ((mjtNum[]){0.355527478863331, 0.533143512364503, 0.323145387893158}), 3, 1e-14);
  assert_near_vector(
      d->xquat + 8,
      ((mjtNum[]){-0.0800657063167717, 0.21240166481512, 0.750029050547761, 0.621233803644156}), 4,
      1e-14);
  assert_near_vector(d->xanchor + 3,
                     ((mjtNum[]){0.273841731492926, 0.267200583449208, 0.550359157698229}), 3,
                     1e-14);
  assert_near_vector(
      d->xaxis + 6, ((mjtNum[]){0.798620530609657, 0.471554021378876, 0.37395461356983}), 3, 1e-14);
  assert_near_vector(d->subtree_com + 3,
                     ((mjtNum[]){0.151819915242433, 0.270757128064357, 0.476960700384754}), 3,
                     1e-14);
  assert_near_vector(
      d->cinert + 20,
      ((mjtNum[]){0.4069574275256, 0.247603341811213, 0.470671592935312, -0.20490458407636,
                  0.116848907266549, 0.161399342227973, 0.746627216244102, 0.961696326872549,
                  -0.563762565022086, 3.66519142918809}),
      10, 1e-13);
  assert_near_vector(d->cdof + 24,
                     ((mjtNum[]){0.143798976886488, 0.965898978463362, -0.215316087763622,
                                 0.0532303486122081, 0.0192303375103629, 0.121816410928414}),
                     6, 1e-14);
  assert_near_vector(d->cvel + 12,
                     ((mjtNum[]){-0.144075950764042, 2.09157353233619, 1.62795486997133,
                                 0.564809715753351, -0.105513499345166, 0.619003267061608}),
                     6, 1e-13);
  assert_near_vector(d->cdof_dot + 24,
                     ((mjtNum[]){-0.570164842957693, 0.0642307941217401, -0.0926482681952782,
                                 -0.272006735255823, 0.0872995071917652, 0.0223264392965945}),
                     6, 1e-13);
  mj_subtreeVel(c.m, d);
  assert_near_vector(d->subtree_linvel + 3,
                     ((mjtNum[]){0.0460388955097845, 0.070573634157751, 0.286663073674376}), 3,
                     1e-13);
  assert_near_vector(d->subtree_angmom + 3,
                     ((mjtNum[]){-0.370434679035535, 0.706212131737896, 1.09737204609527}), 3,
                     1e-13);
  scene_free(c);
}

// However long a tree: its frames are rotations, to the last bits.
static void orientations_stay_unit_down_long_chains(void** state) {
  (void)state;
  scene c = random_scene(3, 200);
  position_stage(c);
  for (int b = 0; b < c.m->nbody; b++) {
    mjtNum identity[9], eye[9];
    assert_near(mju_norm(c.d->xquat + 4 * b, 4), 1, 1e-15);
    mju_mulMatMatT(identity, c.d->xmat + 9 * b, c.d->xmat + 9 * b, 3, 3, 3);
    mju_eye(eye, 3);
    assert_near_vector(identity, eye, 9, 4e-15);
  }
  scene_free(c);
}

// qpos is read, not repaired: scaling a quaternion changes no frame and is not undone.
static void quaternions_are_normalised_as_they_are_read(void** state) {
  (void)state;
  for (int seed = 0; seed < 40; seed++) {
    scene c = random_scene(seed, 1 + seed);
    mjtNum* before = new_vector(9 * c.m->nsite);
    position_stage(c);
    memcpy(before, c.d->site_xmat, sizeof(mjtNum) * 9 * c.m->nsite);
    for (int j = 0; j < c.m->njnt; j++) {
      mjtNum* q = c.d->qpos + c.m->jnt_qposadr[j] + (c.m->jnt_type[j] == mjJNT_FREE ? 3 : 0);
      if (c.m->jnt_type[j] <= mjJNT_BALL) {
        for (int k = 0; k < 4; k++) q[k] *= 1e-3;
      }
    }
    saved_state scaled = save_state(c);
    position_stage(c);
    assert_near_vector(c.d->site_xmat, before, 9 * c.m->nsite, 1e-13);
    assert_memory_equal(scaled.qpos, c.d->qpos, sizeof(mjtNum) * c.m->nq);
    state_free(scaled);
    free(before);
    scene_free(c);
  }
}

// A zero quaternion stands for no rotation; NaN positions give NaN frames and no crash.
static void bad_configurations_have_defined_frames(void** state) {
  (void)state;
  scene c = random_scene(0, 5);
  int free_joint = c.m->njnt - 1;
  mjtNum* q = c.d->qpos + c.m->jnt_qposadr[free_joint];
  if (c.m->jnt_type[free_joint] == mjJNT_FREE) {
    static const mjtNum unit[4] = {1, 0, 0, 0};
    memset(q + 3, 0, 4 * sizeof(mjtNum));
    position_stage(c);
    assert_near_vector(c.d->xquat + 4 * c.m->jnt_bodyid[free_joint], unit, 4, 0);
  }
  for (int i = 0; i < c.m->nq; i++) c.d->qpos[i] = i % 2 ? NAN : 1e300;
  position_stage(c);
  velocity_stage(c);
  acceleration_stage(c);
  assert_int_equal(c.d->pstack, 0);
  scene_free(c);
}

// Joints at one place turn about one point: as if each were on a body of its own.
static void joints_of_one_body_are_a_chain_of_bodies(void** state) {
  (void)state;
  static const char together[] =
      "<mujoco><compiler angle='radian'/><worldbody><body pos='1 2 3' quat='1 .2 .3 .4'>"
      "<joint type='slide' axis='1 0 .3'/><joint axis='1 0 0' pos='.1 .2 .3' ref='.3'/>"
      "<joint axis='0 1 .2' pos='.1 .2 .3'/><joint axis='0 0 1' pos='.3 0 .1'/>"
      "<joint type='slide' axis='0 1 0' pos='.3 0 .1'/><joint axis='1 1 0'/>"
      "<geom size='.1' contype='0' conaffinity='0'/><site pos='.5 .6 .7'/></body></worldbody>"
      "</mujoco>";
  static const char apart[] =
      "<mujoco><compiler angle='radian'/><default><geom size='.1' contype='0' conaffinity='0'/>"
      "</default><worldbody><body pos='1 2 3' quat='1 .2 .3 .4'><joint type='slide' "
      "axis='1 0 .3'/><geom/><body><joint axis='1 0 0' pos='.1 .2 .3' ref='.3'/><geom/><body>"
      "<joint axis='0 1 .2' pos='.1 .2 .3'/><geom/><body><joint axis='0 0 1' pos='.3 0 .1'/>"
      "<geom/><body><joint type='slide' axis='0 1 0' pos='.3 0 .1'/><geom/><body>"
      "<joint axis='1 1 0'/><geom/><site pos='.5 .6 .7'/></body></body></body></body></body>"
      "</body></worldbody></mujoco>";
  scene a = scene_of(model_from(together)), b = scene_of(model_from(apart));
  for (int seed = 0; seed < 50; seed++) {
    draw_seed(seed);
    draw_vector(a.d->qpos, 6);
    memcpy(b.d->qpos, a.d->qpos, 6 * sizeof(mjtNum));
    position_stage(a);
    position_stage(b);
    assert_near_vector(a.d->site_xpos, b.d->site_xpos, 3, 1e-14);
    assert_near_vector(a.d->site_xmat, b.d->site_xmat, 9, 1e-14);
    assert_near_vector(a.d->xanchor, b.d->xanchor, 18, 1e-14);
    assert_near_vector(a.d->xaxis, b.d->xaxis, 18, 1e-14);
  }
  scene_free(a);
  scene_free(b);
}

// Going along a difference leads to where it was taken.
static void differences_lead_from_one_configuration_to_the_other(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    scene c = random_scene(seed, 1 + seed % 30);
    saved_state from = save_state(c);
    mjtNum *step = new_vector(c.m->nv), *back = new_vector(c.m->nv);
    draw_vector(step, c.m->nv);
    mj_integratePos(c.m, c.d->qpos, step, 0.7);
    mj_differentiatePos(c.m, back, 0.7, from.qpos, c.d->qpos);
    assert_near_vector(back, step, c.m->nv, 1e-12);
    mj_normalizeQuat(c.m, from.qpos);
    mj_integratePos(c.m, from.qpos, back, 0.7);
    assert_near_vector(from.qpos, c.d->qpos, c.m->nq, 1e-12);
    free(step);
    free(back);
    state_free(from);
    scene_free(c);
  }
}

static void cameras_and_lights_follow_by_their_modes(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><worldbody><body name='b'><freejoint/><geom size='.1' pos='.2 0 0' contype='0' "
      "conaffinity='0'/><camera name='fixed' pos='0 0 1'/><camera name='track' mode='track' "
      "pos='0 0 1'/><camera name='com' mode='trackcom' pos='0 0 1'/>"
      "<light name='lit' mode='track' pos='0 1 0' dir='0 0 -2'/></body>"
      "<camera name='look' mode='targetbody' target='b' pos='3 0 0'/>"
      "<camera name='above' mode='targetbodycom' target='b' pos='0 0 5'/>"
      "<light name='spot' mode='targetbody' target='b' pos='0 0 4'/></worldbody></mujoco>"));
  mjModel* m = c.m;
  mjData* d = c.d;
  mjtNum qpos[7] = {.5, -.3, .2, .5, .5, .5, .5}, e[3];
  memcpy(d->qpos, qpos, sizeof qpos);
  position_stage(c);
  mj_camlight(m, d);
#define CAM(name) (mj_name2id(m, mjOBJ_CAMERA, name))
  // the body turns z into x
  assert_near_vector(d->cam_xpos + 3 * CAM("fixed"), ((mjtNum[]){1.5, -.3, .2}), 3, 1e-14);
  assert_near_vector(d->cam_xpos + 3 * CAM("track"), ((mjtNum[]){.5, -.3, 1.2}), 3, 1e-14);
  // its centre moves from x = .2 to y = .2
  assert_near_vector(d->cam_xpos + 3 * CAM("com"), ((mjtNum[]){.3, -.1, 1.2}), 3, 1e-14);
  assert_near_vector(d->light_xdir + 3 * mj_name2id(m, mjOBJ_LIGHT, "lit"), ((mjtNum[]){0, 0, -1}),
                     3, 1e-14);
  // looking along -z at the target, x level
  const mjtNum* look = d->cam_xmat + 9 * CAM("look");
  mju_sub3(e, d->cam_xpos + 3 * CAM("look"), d->xpos + 3);
  mju_normalize3(e);
  assert_near_vector(((mjtNum[]){look[2], look[5], look[8]}), e, 3, 1e-14);
  assert_near(look[6], 0, 1e-15);
  mju_sub3(e, d->xpos + 3, d->light_xpos + 3 * mj_name2id(m, mjOBJ_LIGHT, "spot"));
  mju_normalize3(e);
  assert_near_vector(d->light_xdir + 3 * mj_name2id(m, mjOBJ_LIGHT, "spot"), e, 3, 1e-14);

  // straight above its target: z up, and x by convention
  d->qpos[0] = 0;
  d->qpos[1] = -.2;
  position_stage(c);
  mj_camlight(m, d);
  const mjtNum* above = d->cam_xmat + 9 * CAM("above");
  assert_near_vector(above, ((mjtNum[]){1, 0, 0, 0, 1, 0, 0, 0, 1}), 9, 1e-14);
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_has_the_reference_numbers),
      cmocka_unit_test(orientations_stay_unit_down_long_chains),
      cmocka_unit_test(quaternions_are_normalised_as_they_are_read),
      cmocka_unit_test(bad_configurations_have_defined_frames),
      cmocka_unit_test(joints_of_one_body_are_a_chain_of_bodies),
      cmocka_unit_test(differences_lead_from_one_configuration_to_the_other),
      cmocka_unit_test(cameras_and_lights_follow_by_their_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
