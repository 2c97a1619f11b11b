// Cameras of a scene, one per eye.
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/visual.h>

#include "math/vec3.h"
#include "visual/draw.h"
#include "visual/mouse.h"
#include "base/need.h"
#include "visual/single.h"

// The camera midway between the eyes.
typedef struct {
  mjtNum head[3], forward[3], up[3], right[3];
  mjtNum ipd, znear, zfar;
  view_extents view;
  bool orthographic;
} head_camera;

view_extents camera_intrinsic_extents(const mjModel* m, int cam, mjtNum znear) {
  const float *focal = m->cam_intrinsic + 4 * cam, *center = focal + 2;
  const float* sensor = m->cam_sensorsize + 2 * cam;
  return (view_extents){
      .left = znear / focal[0] * (sensor[0] / 2 - center[0]),
      .right = znear / focal[0] * (sensor[0] / 2 + center[0]),
      .bottom = znear / focal[1] * (sensor[1] / 2 - center[1]),
      .top = znear / focal[1] * (sensor[1] / 2 + center[1]),
  };
}

// Symmetric vertical extents; horizontal extents 0, to be derived from the window's aspect ratio.
static view_extents vertical_extents(mjtNum fovy, bool orthographic, mjtNum znear) {
  mjtNum half = orthographic ? fovy / 2 : znear * tan(fovy * (mjPI / 360));
  return (view_extents){.bottom = half, .top = half};
}

static void free_frame(const mjvCamera* cam, const mjtNum lookat[3], head_camera* head) {
  mjtNum azimuth = cam->azimuth * (mjPI / 180), elevation = cam->elevation * (mjPI / 180);
  mjtNum ca = cos(azimuth), sa = sin(azimuth), ce = cos(elevation), se = sin(elevation);
  vec3_set(head->forward, ce * ca, ce * sa, se);
  vec3_set(head->up, -se * ca, -se * sa, ce);
  vec3_set(head->right, sa, -ca, 0);
  vec3_copy(head->head, lookat);
  vec3_axpy(head->head, -cam->distance, head->forward);
}

static void free_view(const mjModel* m, head_camera* head) {
  head->ipd = m->vis.global.ipd;
  head->orthographic = m->vis.global.orthographic;
  head->view = vertical_extents(m->vis.global.fovy, head->orthographic, head->znear);
}

static void free_camera(const mjModel* m, const mjvCamera* cam, head_camera* head) {
  free_frame(cam, cam->lookat, head);
  free_view(m, head);
}

static void fixed_frame(const mjData* d, int id, head_camera* head) {
  const mjtNum* mat = d->cam_xmat + 9 * id;
  vec3_set(head->forward, -mat[2], -mat[5], -mat[8]);
  vec3_set(head->up, mat[1], mat[4], mat[7]);
  vec3_set(head->right, mat[0], mat[3], mat[6]);
  vec3_copy(head->head, d->cam_xpos + 3 * id);
}

static void fixed_view(const mjModel* m, int id, head_camera* head) {
  head->ipd = m->cam_ipd[id];
  head->orthographic = m->cam_orthographic[id];
  if (m->cam_sensorsize[2 * id + 1] != 0 && !head->orthographic) {
    head->view = camera_intrinsic_extents(m, id, head->znear);
  } else {
    head->view = vertical_extents(m->cam_fovy[id], head->orthographic, head->znear);
  }
}

static void fixed_camera(const mjModel* m, const mjData* d, int id, head_camera* head) {
  fixed_frame(d, id, head);
  fixed_view(m, id, head);
}

static void set_eye(const head_camera* head, int side, mjvGLCamera* eye) {
  mjtNum pos[3];
  vec3_copy(pos, head->head);
  vec3_axpy(pos, side * head->ipd / 2, head->right);
  to_single(eye->pos, pos, 3);
  to_single(eye->forward, head->forward, 3);
  to_single(eye->up, head->up, 3);
  eye->orthographic = head->orthographic;
  eye->frustum_top = (float)head->view.top;
  eye->frustum_bottom = (float)-head->view.bottom;
  eye->frustum_center = (float)((head->view.right - head->view.left) / 2);
  eye->frustum_width = (float)((head->view.right + head->view.left) / 2);
  eye->frustum_near = (float)head->znear;
  eye->frustum_far = (float)head->zfar;
}

// The near plane; where the model's statistics are 0, as for a model of extent 1.
static mjtNum near_plane(const mjModel* m) {
  mjtNum znear = m->vis.map.znear * m->stat.extent;
  return znear > mjMINVAL && znear <= mjMAXVAL ? znear : 0.01;
}

void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  if (!m || !cam || cam->type == mjCAMERA_USER) return;
  NEED(d, scn);
  head_camera head = {.znear = near_plane(m), .zfar = m->vis.map.zfar * m->stat.extent};
  switch (cam->type) {
    case mjCAMERA_TRACKING:
      if (cam->trackbodyid < 0 || cam->trackbodyid >= m->nbody) {
        mju_error("mjv_updateCamera: track body id %d is outside valid range", cam->trackbodyid);
        return;
      }
      vec3_copy(cam->lookat, d->subtree_com + 3 * cam->trackbodyid);
      free_camera(m, cam, &head);
      break;
    case mjCAMERA_FREE: free_camera(m, cam, &head); break;
    case mjCAMERA_FIXED:
      if (cam->fixedcamid < 0 || cam->fixedcamid >= m->ncam) {
        mju_error("mjv_updateCamera: fixed camera id %d is outside valid range", cam->fixedcamid);
        return;
      }
      fixed_camera(m, d, cam->fixedcamid, &head);
      break;
    default: mju_error("mjv_updateCamera: unknown camera type %d", cam->type); return;
  }
  set_eye(&head, -1, scn->camera);
  set_eye(&head, 1, scn->camera + 1);
  scn->enabletransform = 0;
}

// --- cameras without a scene

void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                     const mjData* d, const mjvCamera* cam) {
  NEED(d, cam);
  head_camera head = {.znear = 0};
  switch (cam->type) {
    case mjCAMERA_FREE: free_frame(cam, cam->lookat, &head); break;
    case mjCAMERA_TRACKING: free_frame(cam, d->subtree_com + 3 * cam->trackbodyid, &head); break;
    case mjCAMERA_FIXED: fixed_frame(d, cam->fixedcamid, &head); break;
    default: mju_error("mjv_cameraFrame: a camera of type %d has no frame", cam->type); return;
  }
  if (headpos) vec3_copy(headpos, head.head);
  if (forward) vec3_copy(forward, head.forward);
  if (up) vec3_copy(up, head.up);
  if (right) vec3_copy(right, head.right);
}

// The view of a camera; false after an error.
static bool make_view(const mjModel* m, const mjvCamera* cam, head_camera* head) {
  *head = (head_camera){.znear = near_plane(m), .zfar = m->vis.map.zfar * m->stat.extent};
  if (cam->type == mjCAMERA_FIXED) {
    if (cam->fixedcamid < 0 || cam->fixedcamid >= m->ncam) {
      mju_error("there is no camera %d in the model", cam->fixedcamid);
      return false;
    }
    fixed_view(m, cam->fixedcamid, head);
    // since 3.12 the principal point is measured downwards here
    mjtNum top = head->view.top;
    head->view.top = head->view.bottom;
    head->view.bottom = top;
    return true;
  }
  if (cam->type != mjCAMERA_FREE && cam->type != mjCAMERA_TRACKING) {
    mju_error("a camera of type %d has no frustum", cam->type);
    return false;
  }
  free_view(m, head);
  return true;
}

void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                       const mjvCamera* cam) {
  NEED(m, cam);
  head_camera head;
  if (!make_view(m, cam, &head)) return;
  if (zver) zver[0] = (float)head.view.top, zver[1] = (float)head.view.bottom;
  if (zhor) zhor[0] = (float)head.view.left, zhor[1] = (float)head.view.right;
  if (zclip) zclip[0] = (float)head.znear, zclip[1] = (float)head.zfar;
}

mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                const mjvCamera* mjv_camera) {
  mjvGLCamera eye;
  memset(&eye, 0, sizeof eye);
  NEED_OR(eye, model, data, mjv_camera);
  bool lost = mjv_camera->type == mjCAMERA_TRACKING &&
              (mjv_camera->trackbodyid < 0 || mjv_camera->trackbodyid >= model->nbody);
  if (lost) {
    mju_error("there is no body %d in the model to be tracked", mjv_camera->trackbodyid);
    return eye;
  }
  head_camera head;
  if (!make_view(model, mjv_camera, &head)) return eye;
  mjv_cameraFrame(head.head, head.forward, head.up, head.right, data, mjv_camera);
  set_eye(&head, 0, &eye);
  return eye;
}

void free_eyes(const mjModel* m, const mjvCamera* cam, mjvGLCamera eye[2]) {
  head_camera head = {.znear = near_plane(m), .zfar = m->vis.map.zfar * m->stat.extent};
  free_camera(m, cam, &head);
  set_eye(&head, -1, eye);
  set_eye(&head, 1, eye + 1);
}

// --- both eyes together

// False after an error when the cameras were never set.
static bool is_set(const mjvScene* scn, const char* caller) {
  if (scn->camera[0].frustum_near >= mjMINVAL && scn->camera[1].frustum_near >= mjMINVAL) {
    return true;
  }
  mju_error("%s: frustum_near too small, the camera of the scene was never set", caller);
  return false;
}

// Mean of a vector over the two eyes.
static void mean3(mjtNum r[3], const float a[3], const float b[3]) {
  for (int k = 0; k < 3; k++) r[k] = .5 * ((mjtNum)a[k] + b[k]);
}

// Whether the axes of an eye are orthonormal as from mjv_updateCamera, up to rounding.
static bool is_upright(const mjvGLCamera* eye) {
  const float *f = eye->forward, *u = eye->up;
  mjtNum ff = 0, uu = 0, fu = 0, rounding = 1e-6;
  for (int k = 0; k < 3; k++) {
    ff += (mjtNum)f[k] * f[k];
    uu += (mjtNum)u[k] * u[k];
    fu += (mjtNum)f[k] * u[k];
  }
  return fabs(ff - 1) < rounding && fabs(uu - 1) < rounding && fabs(fu) < rounding;
}

void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  NEED(scn);
  mjtNum head[3] = {0}, ahead[3] = {0}, above[3] = {0};
  if (!is_set(scn, "mjv_cameraInModel")) return;
  if (!scn->enabletransform && is_upright(scn->camera) && is_upright(scn->camera + 1)) {
    mjv_cameraInRoom(headpos, forward, up,
                     scn);  // the room transform does not affect the model's own coordinates
    return;
  }
  for (int i = 0; i < 2; i++) {
    mjtNum pos[3], quat[4], mat[9], f[3], u[3], left[3];
    to_double(pos, scn->camera[i].pos, 3);
    to_double(f, scn->camera[i].forward, 3);
    to_double(u, scn->camera[i].up, 3);
    vec3_normalize(f);
    vec3_normalize(u);
    vec3_cross(left, u, f);
    vec3_normalize(left);
    for (int k = 0; k < 3; k++) vec3_set(mat + 3 * k, left[k], u[k], f[k]);
    mju_mat2Quat(quat, mat);
    mjv_room2model(pos, quat, pos, quat, scn);
    mju_quat2Mat(mat, quat);
    vec3_axpy(head, .5, pos);
    for (int k = 0; k < 3; k++) {
      ahead[k] += mat[3 * k + 2];
      above[k] += mat[3 * k + 1];
    }
  }
  vec3_normalize(ahead);
  vec3_normalize(above);
  if (headpos) vec3_copy(headpos, head);
  if (forward) vec3_copy(forward, ahead);
  if (up) vec3_copy(up, above);
}

void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  NEED(scn);
  const mjvGLCamera* eye = scn->camera;
  if (!is_set(scn, "mjv_cameraInRoom")) return;
  if (headpos) mean3(headpos, eye[0].pos, eye[1].pos);
  if (forward) {
    mean3(forward, eye[0].forward, eye[1].forward);
    vec3_normalize(forward);
  }
  if (up) {
    mean3(up, eye[0].up, eye[1].up);
    vec3_normalize(up);
  }
}

mjtNum mjv_frustumHeight(const mjvScene* scn) {
  NEED_OR(0, scn);
  const mjvGLCamera* eye = scn->camera;
  if (!is_set(scn, "mjv_frustumHeight")) return 0;
  if (eye[0].orthographic != eye[1].orthographic) {
    mju_error("mjv_frustumHeight: one camera is orthographic, the other is not");
    return 0;
  }
  mjtNum height = 0;
  for (int i = 0; i < 2; i++) {
    mjtNum one = (mjtNum)eye[i].frustum_top - eye[i].frustum_bottom;
    height += .5 * (eye[i].orthographic ? one : one / eye[i].frustum_near);
  }
  return height;
}

void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  NEED(res, vec, forward);
  mjtNum y[3] = {forward[0], forward[1], 0};
  vec3_normalize(y);
  vec3_set(res, vec[0] * y[1] + vec[1] * y[0], -vec[0] * y[0] + vec[1] * y[1], vec[2]);
}

mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  mjvGLCamera mean = {0};
  NEED_OR(mean, cam1, cam2);
  mjtNum pos[3], forward[3], up[3];
  if (cam1->orthographic != cam2->orthographic) {
    mju_error("mjv_averageCamera: one camera is orthographic, the other is not");
    return mean;
  }
  mean3(pos, cam1->pos, cam2->pos);
  mean3(forward, cam1->forward, cam2->forward);
  mean3(up, cam1->up, cam2->up);
  vec3_normalize(forward);
  vec3_axpy(up, -vec3_dot(up, forward), forward);
  vec3_normalize(up);
  to_single(mean.pos, pos, 3);
  to_single(mean.forward, forward, 3);
  to_single(mean.up, up, 3);
  mean.orthographic = cam1->orthographic;
  mean.frustum_center = (cam1->frustum_center + cam2->frustum_center) / 2;
  mean.frustum_width = (cam1->frustum_width + cam2->frustum_width) / 2;
  mean.frustum_bottom = (cam1->frustum_bottom + cam2->frustum_bottom) / 2;
  mean.frustum_top = (cam1->frustum_top + cam2->frustum_top) / 2;
  mean.frustum_near = (cam1->frustum_near + cam2->frustum_near) / 2;
  mean.frustum_far = (cam1->frustum_far + cam2->frustum_far) / 2;
  return mean;
}
