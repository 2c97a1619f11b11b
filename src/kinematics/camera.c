// Frames of cameras and lights, including the modes that track or target a body.
#include <engine/kinematics.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "math/quat.h"
#include "model/sleep.h"

// World position of a point fixed to a body.  Cameras and lights have no sameframe shortcut.
static void attach_point(const mjData* d, mjtNum xpos[3], const mjtNum pos[3], int body) {
  mat3_mul_vec(xpos, d->xmat + 9 * body, pos);
  vec3_add(xpos, xpos, d->xpos + 3 * body);
}

// The frame of a camera at xpos that looks along its -z axis at the target, with a horizontal x
// axis.
static void look_at(mjtNum xmat[9], const mjtNum xpos[3], const mjtNum target[3]) {
  static const mjtNum up[3] = {0, 0, 1};
  mjtNum x[3], y[3], z[3];
  vec3_sub(z, xpos, target);
  vec3_normalize(z);
  vec3_cross(x, up, z);
  vec3_normalize(x);
  vec3_cross(y, z, x);
  vec3_normalize(y);
  for (int k = 0; k < 3; k++) vec3_set(xmat + 3 * k, x[k], y[k], z[k]);
}

// The point that a tracking camera or light keeps its offset to: the origin of its body or the
// centre of mass of its subtree; NULL in other modes.
static const mjtNum* followed_point(const mjData* d, int mode, int body) {
  if (mode == mjCAMLIGHT_TRACK) return d->xpos + 3 * body;
  return mode == mjCAMLIGHT_TRACKCOM ? d->subtree_com + 3 * body : NULL;
}

// The point that a targeting camera or light looks at; NULL in other modes.
static const mjtNum* target_point(const mjData* d, int mode, int target) {
  if (target < 0) return NULL;
  if (mode == mjCAMLIGHT_TARGETBODY) return d->xpos + 3 * target;
  return mode == mjCAMLIGHT_TARGETBODYCOM ? d->subtree_com + 3 * target : NULL;
}

static void place_camera(const mjModel* m, mjData* d, int c) {
  int body = m->cam_bodyid[c], mode = m->cam_mode[c];
  mjtNum* xpos = d->cam_xpos + 3 * c;
  mjtNum* xmat = d->cam_xmat + 9 * c;
  mjtNum quat[4];

  attach_point(d, xpos, m->cam_pos + 3 * c, body);
  quat_mul(quat, d->xquat + 4 * body, m->cam_quat + 4 * c);
  quat_to_mat3(xmat, quat);

  const mjtNum* followed = followed_point(d, mode, body);
  const mjtNum* target = target_point(d, mode, m->cam_targetbodyid[c]);
  if (followed) {
    mat3_copy(xmat, m->cam_mat0 + 9 * c);
    vec3_add(xpos, followed, (mode == mjCAMLIGHT_TRACK ? m->cam_pos0 : m->cam_poscom0) + 3 * c);
  }
  if (target) look_at(xmat, xpos, target);
}

static void place_light(const mjModel* m, mjData* d, int l) {
  int body = m->light_bodyid[l], mode = m->light_mode[l];
  mjtNum* xpos = d->light_xpos + 3 * l;
  mjtNum* xdir = d->light_xdir + 3 * l;

  attach_point(d, xpos, m->light_pos + 3 * l, body);
  quat_rotate(xdir, d->xquat + 4 * body, m->light_dir + 3 * l);

  const mjtNum* followed = followed_point(d, mode, body);
  const mjtNum* target = target_point(d, mode, m->light_targetbodyid[l]);
  if (followed) {
    vec3_copy(xdir, m->light_dir0 + 3 * l);
    vec3_add(xpos, followed, (mode == mjCAMLIGHT_TRACK ? m->light_pos0 : m->light_poscom0) + 3 * l);
  }
  if (target) vec3_sub(xdir, target, xpos);
  vec3_normalize(xdir);
}

// Whether the frame may change.  On a static body it may, since the centre of mass of its subtree
// can move.
static bool moves(const mjData* d, int body, int target) {
  return !body_sleeps(d, body) || (target >= 0 && !body_sleeps(d, target));
}

// Not inlined, so that mj_camlight costs only a call when there are no cameras and lights.
NOT_INLINED static void place_all(const mjModel* m, mjData* d) {
  bool watch = some_asleep(m, d);
  for (int c = 0; c < m->ncam; c++) {
    if (!watch || moves(d, m->cam_bodyid[c], m->cam_targetbodyid[c])) place_camera(m, d, c);
  }
  for (int l = 0; l < m->nlight; l++) {
    if (!watch || moves(d, m->light_bodyid[l], m->light_targetbodyid[l])) place_light(m, d, l);
  }
}

void mj_camlight(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (m->ncam || m->nlight) place_all(m, d);
}
