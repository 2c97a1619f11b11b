// Cameras of scenes, the room, and the mouse that moves them.
#include "viewed.h"

static const char* const room =
    "<mujoco><visual><map znear='.02'/></visual><worldbody>"
    "<geom type='plane' size='3 3 .1'/>"
    "<camera name='fixed' pos='0 -2 1' xyaxes='1 0 0 0 .5 1' ipd='.2'/>"
    "<camera name='sensor' pos='1 1 1' focal='.003 .002' sensorsize='.004 .003' "
    "principal='.0004 -.0003' resolution='640 480'/>"
    "<camera name='plan' pos='0 0 3' orthographic='true' fovy='2'/>"
    "<body pos='0 0 1'><freejoint/><geom size='.3'/></body></worldbody></mujoco>";

static int setup(void** state) {
  viewed* v = malloc(sizeof *v);
  view_model(v, model_from(room), 100);
  *state = v;
  return 0;
}

static int teardown(void** state) {
  view_end(*state);
  free(*state);
  return 0;
}

static mjtNum wave(int i) { return sin(78.233 * i + 1.3); }

// A free camera, different for every i.
static void place(viewed* v, int i) {
  mjv_defaultFreeCamera(v->m, &v->cam);
  v->cam.azimuth = 180 * wave(5 * i);
  v->cam.elevation = 89 * wave(5 * i + 1);
  v->cam.distance = 2 + wave(5 * i + 2);
  for (int k = 0; k < 3; k++) v->cam.lookat[k] = wave(5 * i + 2 + k);
  mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
}

static mjtNum dotf(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void assert_frames(const viewed* v, mjtNum ipd) {
  const mjvGLCamera* eye = v->scn.camera;
  mjtNum apart[3];
  for (int i = 0; i < 2; i++) {
    assert_true(fabs(dotf(eye[i].forward, eye[i].forward) - 1) < 1e-6);
    assert_true(fabs(dotf(eye[i].up, eye[i].up) - 1) < 1e-6);
    assert_true(fabs(dotf(eye[i].forward, eye[i].up)) < 1e-6);
  }
  for (int k = 0; k < 3; k++) apart[k] = eye[1].pos[k] - eye[0].pos[k];
  assert_true(fabs(vec3_norm(apart) - ipd) < 1e-5);
  for (int k = 0; k < 3; k++) apart[k] /= ipd;
  mjtNum right[3], f[3], u[3];
  mju_f2n(f, eye->forward, 3);
  mju_f2n(u, eye->up, 3);
  vec3_cross(right, f, u);
  assert_all_near(apart, right, 3, 1e-4);  // the second eye is the right one
}

static void frames_are_orthonormal_and_eyes_apart(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    place(v, i);
    assert_frames(v, v->m->vis.global.ipd);
  }
  v->cam.type = mjCAMERA_FIXED;
  for (v->cam.fixedcamid = 0; v->cam.fixedcamid < v->m->ncam; v->cam.fixedcamid++) {
    mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
    assert_frames(v, v->m->cam_ipd[v->cam.fixedcamid]);
  }
}

static void free_cameras_look_at_their_point(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    place(v, i);
    mjtNum head[3], forward[3];
    mjv_cameraInModel(head, forward, NULL, &v->scn);
    vec3_axpy(head, v->cam.distance, forward);
    assert_all_near(head, v->cam.lookat, 3, 1e-5);
  }
}

static void the_average_camera_is_midway(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    place(v, i);
    mjtNum head[3], forward[3], up[3], pos[3], f[3], u[3];
    mjv_cameraInRoom(head, forward, up, &v->scn);
    mjvGLCamera mean = mjv_averageCamera(v->scn.camera, v->scn.camera + 1);
    mju_f2n(pos, mean.pos, 3);
    mju_f2n(f, mean.forward, 3);
    mju_f2n(u, mean.up, 3);
    assert_all_near(pos, head, 3, 1e-6);
    assert_all_near(f, forward, 3, 1e-6);
    assert_all_near(u, up, 3, 1e-6);
  }
}

static void the_average_of_crossed_cameras_has_a_frame(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    place(v, i);
    mjvGLCamera one = v->scn.camera[0];
    place(v, i + 100);
    mjvGLCamera mean = mjv_averageCamera(&one, v->scn.camera);
    assert_true(fabs(dotf(mean.forward, mean.forward) - 1) < 1e-6);
    assert_true(fabs(dotf(mean.up, mean.up) - 1) < 1e-6);
    assert_true(fabs(dotf(mean.forward, mean.up)) < 1e-5);
  }
}

static void unlike_cameras_have_no_average(void** state) {
  viewed* v = *state;
  mjvGLCamera flat = v->scn.camera[0];
  flat.orthographic = 1;
  assert_raises(mjv_averageCamera(v->scn.camera, &flat), "orthographic");
  v->scn.camera[1].orthographic = 1;
  assert_raises(mjv_frustumHeight(&v->scn), "orthographic");
}

static void frustums_are_as_wide_as_the_sensor_sees(void** state) {
  viewed* v = *state;
  const mjvGLCamera* eye = v->scn.camera;
  v->cam.type = mjCAMERA_FIXED;
  v->cam.fixedcamid = 1;
  mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
  // the view is the sensor, scaled from the focal length to the near plane
  assert_true(fabs(2 * eye->frustum_width / eye->frustum_near - .004 / .003) < 1e-4);
  assert_true(fabs((eye->frustum_top - eye->frustum_bottom) / eye->frustum_near - .003 / .002) <
              1e-4);
  v->cam.fixedcamid = 2;
  mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
  assert_true(eye->orthographic == 1);
  assert_true(fabs(mjv_frustumHeight(&v->scn) - 2) < 1e-6);
}

static void tracking_cameras_follow_their_body(void** state) {
  viewed* v = *state;
  v->cam.type = mjCAMERA_TRACKING;
  v->cam.trackbodyid = 1;
  for (int i = 0; i < 10; i++) {
    for (int k = 0; k < 3; k++) v->d->qpos[k] = wave(3 * i + k);
    mj_forward(v->m, v->d);
    mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
    assert_all_near(v->cam.lookat, v->d->subtree_com + 3, 3, 0);
  }
}

static void cameras_that_are_not_there_are_errors(void** state) {
  viewed* v = *state;
  v->cam.type = mjCAMERA_TRACKING;
  v->cam.trackbodyid = v->m->nbody;
  assert_raises(mjv_updateCamera(v->m, v->d, &v->cam, &v->scn), "track body id");
  v->cam.type = mjCAMERA_FIXED;
  v->cam.fixedcamid = -1;
  assert_raises(mjv_updateCamera(v->m, v->d, &v->cam, &v->scn), "fixed camera id");
  v->cam.type = 17;
  assert_raises(mjv_updateCamera(v->m, v->d, &v->cam, &v->scn), "camera type");
  mjvScene never;
  mjv_defaultScene(&never);
  mjtNum head[3];
  assert_raises(mjv_cameraInModel(head, NULL, NULL, &never), "frustum_near");
  assert_raises(mjv_cameraInRoom(head, NULL, NULL, &never), "frustum_near");
  assert_raises(mjv_makeLights(v->m, v->d, &never), "frustum_near");
}

// ----- room

// A transform, different for every i.
static void transform(viewed* v, int i, bool scaled, bool moved) {
  mjtNum axis[3] = {wave(4 * i), wave(4 * i + 1), wave(4 * i + 2)}, quat[4];
  vec3_normalize(axis);
  quat_from_axis_angle(quat, axis, 3 * wave(4 * i + 3));
  v->scn.enabletransform = 1;
  v->scn.scale = scaled ? 1.5f + (float)wave(i) : 1;
  for (int k = 0; k < 4; k++) v->scn.rotate[k] = (float)quat[k];
  for (int k = 0; k < 3; k++) v->scn.translate[k] = moved ? (float)wave(9 * i + k) : 0;
}

static void room_and_model_are_inverse_to_each_other(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    transform(v, i, i % 2, !(i % 2));
    mjtNum pos[3] = {wave(i), 2, wave(i + 7)}, quat[4] = {.6, 0, .8, 0};
    mjtNum rp[3], rq[4], mp[3], mq[4];
    mjv_model2room(rp, rq, pos, quat, &v->scn);
    mjv_room2model(mp, mq, rp, rq, &v->scn);
    assert_all_near(mp, pos, 3, 1e-5);
    assert_all_near(mq, quat, 4, 1e-5);
  }
}

// Through the transform that is the identity the camera is where it is without one.
static void no_transform_is_the_identity(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 50; i++) {
    mjtNum direct[3][3], through[3][3];
    place(v, i);
    mjv_cameraInModel(direct[0], direct[1], direct[2], &v->scn);
    v->scn.enabletransform = 1;
    v->scn.scale = 1;
    for (int k = 0; k < 3; k++) v->scn.translate[k] = v->scn.rotate[1 + k] = 0;
    v->scn.rotate[0] = 1;
    mjv_cameraInModel(through[0], through[1], through[2], &v->scn);
    assert_all_near(direct[0], through[0], 9, 1e-6);
  }
}

static void the_camera_in_the_model_is_that_in_the_room_transformed(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 50; i++) {
    place(v, i);
    transform(v, i, true, true);
    mjtNum head[3], forward[3], up[3], room_head[3], unit[4] = {1, 0, 0, 0}, pos[3], quat[4];
    mjv_cameraInModel(head, forward, up, &v->scn);
    mjv_cameraInRoom(room_head, NULL, NULL, &v->scn);
    mjv_room2model(pos, quat, room_head, unit, &v->scn);
    assert_all_near(head, pos, 3, 1e-5);
    assert_true(fabs(vec3_norm(forward) - 1) < 1e-9 && fabs(vec3_dot(forward, up)) < 1e-6);
  }
  v->scn.scale = 0;
  mjtNum pos[3] = {0}, quat[4] = {1, 0, 0, 0};
  assert_raises(mjv_room2model(pos, quat, pos, quat, &v->scn), "scale");
  assert_raises(mjv_model2room(pos, quat, pos, quat, &v->scn), "scale");
}

// ----- mouse

// Where a point is in the window: in heights of it from its middle, to the right and down.
static void project(const viewed* v, const mjtNum point[3], mjtNum at[2]) {
  mjtNum head[3], forward[3], up[3], right[3], away[3];
  mjv_cameraInModel(head, forward, up, &v->scn);
  vec3_cross(right, forward, up);
  vec3_sub(away, point, head);
  mjtNum height = mjv_frustumHeight(&v->scn) * vec3_dot(away, forward);
  at[0] = vec3_dot(away, right) / height;
  at[1] = -vec3_dot(away, up) / height;
}

static void a_moved_camera_takes_the_point_it_looks_at_along(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 40; i++) {
    // seen from the side for vertical motion, from above for horizontal
    bool vertical = i % 2;
    place(v, i);
    v->cam.elevation = vertical ? 0 : -89.999;
    mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
    mjtNum before[3], at[2], moved[2] = {.1 * wave(i), .1 * wave(i + 50)};
    vec3_copy(before, v->cam.lookat);
    mjvCamera cam = v->cam;
    mjv_moveCamera(v->m, vertical ? mjMOUSE_MOVE_V : mjMOUSE_MOVE_H, moved[0], moved[1], &v->scn,
                   &cam);
    cam.elevation = v->cam.elevation;  // kept from the pole by the move
    mjv_updateCamera(v->m, v->d, &cam, &v->scn);
    project(v, before, at);
    assert_all_near(at, moved, 2, 1e-4);
  }
}

static void cameras_stay_in_range(void** state) {
  viewed* v = *state;
  mjtNum extent = v->m->stat.extent;
  for (int i = 0; i < 300; i++) {
    mjv_moveCamera(v->m, 1 + i % 7, wave(i), 3 * wave(i + 9), &v->scn, &v->cam);
    assert_true(fabs(v->cam.azimuth) <= 180);
    assert_true(fabs(v->cam.elevation) <= 89);
    assert_true(v->cam.distance >= .01 * extent && v->cam.distance <= 100 * extent);
    mjv_updateCamera(v->m, v->d, &v->cam, &v->scn);
  }
  assert_raises(mjv_moveCamera(v->m, 99, 0, 0, &v->scn, &v->cam), "mouse action");
}

static void some_cameras_do_not_move(void** state) {
  viewed* v = *state;
  v->cam.type = mjCAMERA_FIXED;
  mjvCamera before = v->cam;
  for (int action = 1; action <= 7; action++) {
    mjv_moveCamera(v->m, action, .3, .2, &v->scn, &v->cam);
    assert_memory_equal(&before, &v->cam, sizeof before);
  }
  v->cam.type = before.type = mjCAMERA_TRACKING;
  mjv_moveCamera(v->m, mjMOUSE_MOVE_V, .3, .2, &v->scn, &v->cam);
  assert_memory_equal(&before, &v->cam, sizeof before);
  mjv_moveCamera(v->m, mjMOUSE_ZOOM, 0, .1, &v->scn, &v->cam);
  assert_true(v->cam.distance < before.distance);
}

static void a_moved_model_moves_in_the_room(void** state) {
  viewed* v = *state;
  const mjtNum up[3] = {0, 0, 1};
  mjtNum unit[4] = {1, 0, 0, 0}, origin[3] = {0}, pos[3], quat[4];
  mjvScene before = v->scn;
  mjv_moveModel(v->m, mjMOUSE_MOVE_V, .1, .2, up, &v->scn);
  assert_memory_equal(&before, &v->scn, sizeof before);  // the transform is off
  v->scn.enabletransform = 1;
  mjv_moveModel(v->m, mjMOUSE_MOVE_V, 0, .2, up, &v->scn);
  mjv_model2room(pos, quat, origin, unit, &v->scn);
  mjtNum down[3] = {0, 0, -.2 * v->m->stat.extent};
  assert_all_near(pos, down, 3, 1e-6);
  mjv_moveModel(v->m, mjMOUSE_ROTATE_V, .5, 0, up, &v->scn);
  mjtNum quarter[4] = {sqrt(.5), 0, 0, sqrt(.5)}, rotate[4];
  mju_f2n(rotate, v->scn.rotate, 4);
  assert_all_near(rotate, quarter, 4, 1e-6);
  for (int i = 0; i < 100; i++) mjv_moveModel(v->m, mjMOUSE_ZOOM, 0, wave(i / 30), up, &v->scn);
  assert_true(v->scn.scale >= .01f && v->scn.scale <= 100);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(frames_are_orthonormal_and_eyes_apart),
      TEST(free_cameras_look_at_their_point),
      TEST(the_average_camera_is_midway),
      TEST(the_average_of_crossed_cameras_has_a_frame),
      TEST(unlike_cameras_have_no_average),
      TEST(frustums_are_as_wide_as_the_sensor_sees),
      TEST(tracking_cameras_follow_their_body),
      TEST(cameras_that_are_not_there_are_errors),
      TEST(room_and_model_are_inverse_to_each_other),
      TEST(no_transform_is_the_identity),
      TEST(the_camera_in_the_model_is_that_in_the_room_transformed),
      TEST(a_moved_camera_takes_the_point_it_looks_at_along),
      TEST(cameras_stay_in_range),
      TEST(some_cameras_do_not_move),
      TEST(a_moved_model_moves_in_the_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
