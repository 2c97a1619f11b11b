// Frames of cameras and lights, which may follow or look at bodies.
#include <engine/kinematics.h>

#include "math/quat.h"

// Fixed to the body, without the shortcuts of sameframe: cameras and lights have none.
static void attach_point(const mjData* d, mjtNum xpos[3], const mjtNum pos[3], int body) {
  mat3_mul_vec(xpos, d->xmat + 9 * body, pos);
  vec3_add(xpos, xpos, d->xpos + 3 * body);
}

// Columns of a camera frame that looks from xpos along -z at the target, x level.
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

static void place_camera(const mjModel* m, mjData* d, int c) {
  int body = m->cam_bodyid[c], target = m->cam_targetbodyid[c], mode = m->cam_mode[c];
  mjtNum* xpos = d->cam_xpos + 3 * c;
  mjtNum* xmat = d->cam_xmat + 9 * c;
  mjtNum quat[4];

  attach_point(d, xpos, m->cam_pos + 3 * c, body);
  quat_mul(quat, d->xquat + 4 * body, m->cam_quat + 4 * c);
  quat_to_mat3(xmat, quat);

  switch (mode) {
    case mjCAMLIGHT_TRACK:
      mat3_copy(xmat, m->cam_mat0 + 9 * c);
      vec3_add(xpos, d->xpos + 3 * body, m->cam_pos0 + 3 * c);
      break;
    case mjCAMLIGHT_TRACKCOM:
      mat3_copy(xmat, m->cam_mat0 + 9 * c);
      vec3_add(xpos, d->subtree_com + 3 * body, m->cam_poscom0 + 3 * c);
      break;
    case mjCAMLIGHT_TARGETBODY:
      if (target >= 0) look_at(xmat, xpos, d->xpos + 3 * target);
      break;
    case mjCAMLIGHT_TARGETBODYCOM:
      if (target >= 0) look_at(xmat, xpos, d->subtree_com + 3 * target);
      break;
    default: break;
  }
}

static void place_light(const mjModel* m, mjData* d, int l) {
  int body = m->light_bodyid[l], target = m->light_targetbodyid[l];
  mjtNum* xpos = d->light_xpos + 3 * l;
  mjtNum* xdir = d->light_xdir + 3 * l;

  attach_point(d, xpos, m->light_pos + 3 * l, body);
  quat_rotate(xdir, d->xquat + 4 * body, m->light_dir + 3 * l);

  switch (m->light_mode[l]) {
    case mjCAMLIGHT_TRACK:
      vec3_copy(xdir, m->light_dir0 + 3 * l);
      vec3_add(xpos, d->xpos + 3 * body, m->light_pos0 + 3 * l);
      break;
    case mjCAMLIGHT_TRACKCOM:
      vec3_copy(xdir, m->light_dir0 + 3 * l);
      vec3_add(xpos, d->subtree_com + 3 * body, m->light_poscom0 + 3 * l);
      break;
    case mjCAMLIGHT_TARGETBODY:
      if (target >= 0) vec3_sub(xdir, d->xpos + 3 * target, xpos);
      break;
    case mjCAMLIGHT_TARGETBODYCOM:
      if (target >= 0) vec3_sub(xdir, d->subtree_com + 3 * target, xpos);
      break;
    default: break;
  }
  vec3_normalize(xdir);
}

void mj_camlight(const mjModel* m, mjData* d) {
  for (int c = 0; c < m->ncam; c++) place_camera(m, d, c);
  for (int l = 0; l < m->nlight; l++) place_light(m, d, l);
}
