// Sensors of pose and motion of objects; sensors mounted on sites; centres and momenta of subtrees.
#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>

#include "math/quat.h"
#include "step/sensor.h"

void sensor_object_frame(const mjModel* m, const mjData* d, int objtype, int objid,
                         const mjtNum** pos, const mjtNum** mat) {
  (void)m;
  const mjtNum *p = NULL, *r = NULL;
  switch (objtype) {
    case mjOBJ_BODY: p = d->xipos, r = d->ximat; break;
    case mjOBJ_XBODY: p = d->xpos, r = d->xmat; break;
    case mjOBJ_GEOM: p = d->geom_xpos, r = d->geom_xmat; break;
    case mjOBJ_SITE: p = d->site_xpos, r = d->site_xmat; break;
    case mjOBJ_CAMERA: p = d->cam_xpos, r = d->cam_xmat; break;
    default:
      mju_error("sensors: objects of type %d have no frame", objtype);
      p = d->xpos, r = d->xmat, objid = 0;
  }
  if (pos) *pos = p + 3 * objid;
  if (mat) *mat = r + 9 * objid;
}

// Orientation of an object as a quaternion, composed from those of its body.
static void object_quat(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum quat[4]) {
  int body = objid;
  const mjtNum* local = NULL;
  switch (objtype) {
    case mjOBJ_XBODY: break;
    case mjOBJ_BODY: local = m->body_iquat; break;
    case mjOBJ_GEOM: local = m->geom_quat, body = m->geom_bodyid[objid]; break;
    case mjOBJ_SITE: local = m->site_quat, body = m->site_bodyid[objid]; break;
    case mjOBJ_CAMERA: local = m->cam_quat, body = m->cam_bodyid[objid]; break;
    default: mju_error("sensors: objects of type %d have no frame", objtype); body = 0;
  }
  quat_copy(quat, d->xquat + 4 * body);
  if (local) quat_mul(quat, quat, local + 4 * objid);
}

static int has_reference(const mjModel* m, int sensor) { return m->sensor_refid[sensor] >= 0; }

void sensor_frame_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  const mjtNum *pos, *ref_pos, *ref_mat;
  sensor_object_frame(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], &pos, NULL);
  if (!has_reference(m, sensor)) {
    vec3_copy(value, pos);
    return;
  }
  sensor_object_frame(m, d, m->sensor_reftype[sensor], m->sensor_refid[sensor], &ref_pos, &ref_mat);
  vec3_sub(value, pos, ref_pos);
  mat3_tmul_vec(value, ref_mat, value);
}

void sensor_frame_quat(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum reference[4];
  object_quat(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], value);
  if (!has_reference(m, sensor)) return;
  object_quat(m, d, m->sensor_reftype[sensor], m->sensor_refid[sensor], reference);
  quat_conjugate(reference, reference);
  quat_mul(value, reference, value);
}

void sensor_frame_axis(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  const mjtNum *mat, *ref_mat;
  int column = m->sensor_type[sensor] - mjSENS_FRAMEXAXIS;
  sensor_object_frame(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], NULL, &mat);
  vec3_set(value, mat[column], mat[column + 3], mat[column + 6]);
  if (!has_reference(m, sensor)) return;
  sensor_object_frame(m, d, m->sensor_reftype[sensor], m->sensor_refid[sensor], NULL, &ref_mat);
  mat3_tmul_vec(value, ref_mat, value);
}

void sensor_frame_lin_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum vel[6], ref_vel[6], offset[3], swing[3];
  const mjtNum *pos, *ref_pos, *ref_mat;
  int objtype = m->sensor_objtype[sensor], objid = m->sensor_objid[sensor];
  mj_objectVelocity(m, d, objtype, objid, vel, 0);
  vec3_copy(value, vel + 3);
  if (!has_reference(m, sensor)) return;
  int reftype = m->sensor_reftype[sensor], refid = m->sensor_refid[sensor];
  sensor_object_frame(m, d, objtype, objid, &pos, NULL);
  sensor_object_frame(m, d, reftype, refid, &ref_pos, &ref_mat);
  mj_objectVelocity(m, d, reftype, refid, ref_vel, 0);
  // velocity relative to the rotating reference frame
  vec3_sub(offset, pos, ref_pos);
  vec3_cross(swing, offset, ref_vel);
  vec3_sub(value, value, ref_vel + 3);
  vec3_add(value, value, swing);
  mat3_tmul_vec(value, ref_mat, value);
}

void sensor_frame_ang_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum vel[6], ref_vel[6];
  const mjtNum* ref_mat;
  mj_objectVelocity(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], vel, 0);
  vec3_copy(value, vel);
  if (!has_reference(m, sensor)) return;
  int reftype = m->sensor_reftype[sensor], refid = m->sensor_refid[sensor];
  sensor_object_frame(m, d, reftype, refid, NULL, &ref_mat);
  mj_objectVelocity(m, d, reftype, refid, ref_vel, 0);
  vec3_sub(value, value, ref_vel);
  mat3_tmul_vec(value, ref_mat, value);
}

void sensor_frame_lin_acc(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum acc[6];
  mj_objectAcceleration(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], acc, 0);
  vec3_copy(value, acc + 3);
}

void sensor_frame_ang_acc(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum acc[6];
  mj_objectAcceleration(m, d, m->sensor_objtype[sensor], m->sensor_objid[sensor], acc, 0);
  vec3_copy(value, acc);
}

void sensor_accelerometer(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum acc[6];
  mj_objectAcceleration(m, d, mjOBJ_SITE, m->sensor_objid[sensor], acc, 1);
  vec3_copy(value, acc + 3);
}

void sensor_velocimeter(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum vel[6];
  mj_objectVelocity(m, d, mjOBJ_SITE, m->sensor_objid[sensor], vel, 1);
  vec3_copy(value, vel + 3);
}

void sensor_gyro(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum vel[6];
  mj_objectVelocity(m, d, mjOBJ_SITE, m->sensor_objid[sensor], vel, 1);
  vec3_copy(value, vel);
}

// Interaction wrench between the site's body and its parent, about the site and in its frame.
static void interaction(const mjModel* m, const mjData* d, int sensor, mjtNum wrench[6]) {
  int site = m->sensor_objid[sensor], body = m->site_bodyid[site];
  mju_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site,
                       d->subtree_com + 3 * m->body_rootid[body], d->site_xmat + 9 * site);
}

void sensor_force(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum wrench[6];
  interaction(m, d, sensor, wrench);
  vec3_copy(value, wrench + 3);
}

void sensor_torque(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mjtNum wrench[6];
  interaction(m, d, sensor, wrench);
  vec3_copy(value, wrench);
}

void sensor_magnetometer(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  mat3_tmul_vec(value, d->site_xmat + 9 * m->sensor_objid[sensor], m->opt.magnetic);
}

void sensor_focal_pixels(const mjModel* m, int camera, mjtNum focal[2]) {
  const int* resolution = m->cam_resolution + 2 * camera;
  const float *sensor = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
  if (sensor[0] > 0 && sensor[1] > 0) {
    // single precision, as in the model's arrays
    focal[0] = intrinsic[0] / sensor[0] * (float)resolution[0];
    focal[1] = intrinsic[1] / sensor[1] * (float)resolution[1];
  } else {
    focal[0] = focal[1] = 0.5 * resolution[1] / tan(m->cam_fovy[camera] * mjPI / 360);
  }
}

void sensor_camera_projection(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int camera = m->sensor_refid[sensor];
  const int* resolution = m->cam_resolution + 2 * camera;
  mjtNum p[3], focal[2];
  vec3_sub(p, d->site_xpos + 3 * m->sensor_objid[sensor], d->cam_xpos + 3 * camera);
  mat3_tmul_vec(p, d->cam_xmat + 9 * camera, p);
  sensor_focal_pixels(m, camera, focal);
  mjtNum depth = p[2];
  if (fabs(depth) < mjMINVAL) depth = depth < 0 ? -mjMINVAL : mjMINVAL;
  value[0] = (-focal[0] * p[0] + 0.5 * resolution[0] * p[2]) / depth;
  value[1] = (focal[1] * p[1] + 0.5 * resolution[1] * p[2]) / depth;
}

void sensor_subtree_com(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  vec3_copy(value, d->subtree_com + 3 * m->sensor_objid[sensor]);
}

void sensor_subtree_lin_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  vec3_copy(value, d->subtree_linvel + 3 * m->sensor_objid[sensor]);
}

void sensor_subtree_ang_mom(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  vec3_copy(value, d->subtree_angmom + 3 * m->sensor_objid[sensor]);
}
