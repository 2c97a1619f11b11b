#include "visual/mouse.h"

#include <string.h>

#include <engine/base.h>
#include <engine/math.h>

#include "math/quat.h"
#include "math/real.h"
#include "base/need.h"

bool mouse_vector(mjtNum vec[3], int action, mjtNum reldx, mjtNum reldy, const mjtNum forward[3]) {
  mjtNum own[3];
  switch (action) {
    case mjMOUSE_ROTATE_V: vec3_set(own, reldy, 0, reldx); break;
    case mjMOUSE_ROTATE_H: vec3_set(own, reldy, reldx, 0); break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL: vec3_set(own, reldx, 0, -reldy); break;
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL: vec3_set(own, reldx, -reldy, 0); break;
    case mjMOUSE_ZOOM: vec3_zero(own); break;
    default: mju_error("unexpected mouse action %d", action); return false;
  }
  mjv_alignToCamera(vec, own, forward);
  return true;
}

mjtNum mouse_scale(const mjvScene* scn, const mjtNum point[3], bool orthographic) {
  mjtNum head[3], forward[3], away[3];
  mjv_cameraInModel(head, forward, NULL, scn);
  vec3_sub(away, point, head);
  // an orthographic view does not depend on distance: use a convenient scale
  return mjv_frustumHeight(scn) * vec3_dot(away, forward) * (orthographic ? .15 : 1);
}

static void move_lookat(int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn,
                        mjvCamera* cam) {
  mjtNum forward[3], up[3], right[3], vec[3];
  mjv_cameraInModel(NULL, forward, up, scn);
  if (action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_H) {
    mouse_vector(vec, action, reldx, reldy, forward);
    vec3_axpy(cam->lookat, -mouse_scale(scn, cam->lookat, cam->orthographic), vec);
    return;
  }
  vec3_cross(right, forward, up);
  vec3_axpy(cam->lookat, reldy, action == mjMOUSE_MOVE_V_REL ? up : forward);
  vec3_axpy(cam->lookat, reldx, right);
}

// Limit azimuth to one turn, elevation to less than the poles, distance relative to the model size.
static void keep_in_range(const mjModel* m, mjvCamera* cam) {
  if (cam->azimuth > 180) cam->azimuth -= 360;
  if (cam->azimuth < -180) cam->azimuth += 360;
  cam->elevation = real_clip(cam->elevation, -89, 89);
  cam->distance = real_clip(cam->distance, .01 * m->stat.extent, 100 * m->stat.extent);
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn,
                    mjvCamera* cam) {
  NEED(m, scn, cam);
  if (cam->type == mjCAMERA_FIXED) return;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      cam->azimuth -= 180 * reldx;
      cam->elevation -= 180 * reldy;
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      if (cam->type == mjCAMERA_TRACKING) return;
      move_lookat(action, reldx, reldy, scn, cam);
      break;
    case mjMOUSE_ZOOM:
      cam->distance -= log(1 + cam->distance / m->stat.extent / 3) * reldy * 9 * m->stat.extent;
      break;
    default: mju_error("mjv_moveCamera: unexpected mouse action %d", action); return;
  }
  keep_in_range(m, cam);
}

// Rotate the camera about its own position: vertically, or horizontally.
static void turn_camera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam) {
  mjvGLCamera before[2], after[2];
  if (cam->type != mjCAMERA_FREE) return;
  free_eyes(m, cam, before);
  mjtNum ahead[3], turned[3];
  for (int k = 0; k < 3; k++) ahead[k] = before[0].forward[k];
  if (action == mjMOUSE_TURN_V) cam->elevation -= 180 * reldy;
  if (action == mjMOUSE_TURN_H) cam->azimuth -= 180 * reldx;
  keep_in_range(m, cam);
  free_eyes(m, cam, after);
  for (int k = 0; k < 3; k++) turned[k] = after[0].forward[k];
  for (int k = 0; k < 3; k++) cam->lookat[k] += cam->distance * (turned[k] - ahead[k]);
}

void eng_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam) {
  NEED(m, cam);
  if (action == mjMOUSE_TURN_V || action == mjMOUSE_TURN_H) {
    turn_camera(m, action, reldx, reldy, cam);
    return;
  }
  mjvScene view;
  memset(&view, 0, sizeof view);
  free_eyes(m, cam, view.camera);
  mjv_moveCamera(m, action, reldx, reldy, &view, cam);
}

static void turn_model(mjvScene* scn, const mjtNum axis[3]) {
  mjtNum unit[3], turn[4], rotate[4];
  vec3_copy(unit, axis);
  mjtNum angle = mjPI * vec3_normalize(unit);
  quat_from_axis_angle(turn, unit, angle);
  mju_f2n(rotate, scn->rotate, 4);
  quat_mul(rotate, turn, rotate);
  quat_normalize(rotate);
  mju_n2f(scn->rotate, rotate, 4);
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum roomup[3],
                   mjvScene* scn) {
  NEED(m, roomup, scn);
  if (!scn->enabletransform) return;
  mjtNum forward[3], right[3], vec[3];
  mjv_cameraInRoom(NULL, forward, NULL, scn);
  vec3_axpy(forward, -vec3_dot(forward, roomup), roomup);
  vec3_normalize(forward);
  vec3_cross(right, forward, roomup);
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      vec3_scale(vec, action == mjMOUSE_ROTATE_V ? roomup : forward, reldx);
      vec3_axpy(vec, reldy, right);
      turn_model(scn, vec);
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL: {
      bool vertical = action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_V_REL;
      vec3_scale(vec, right, reldx);
      vec3_axpy(vec, -reldy, vertical ? roomup : forward);
      for (int k = 0; k < 3; k++) scn->translate[k] += (float)(vec[k] * m->stat.extent);
      break;
    }
    case mjMOUSE_ZOOM:
      scn->scale += (float)(3 * log(1 + scn->scale / 3) * reldy);
      scn->scale = scn->scale < .01f ? .01f : scn->scale > 100 ? 100 : scn->scale;
      break;
    default: mju_error("mjv_moveModel: unexpected mouse action %d", action);
  }
}
