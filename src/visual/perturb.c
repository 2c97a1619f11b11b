// Perturbation: a selected body is moved, or pulled by a spring, with the mouse.
#include <stdbool.h>

#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/visual.h>

#include "math/quat.h"
#include "visual/mouse.h"
#include "base/need.h"

// Whether a body (possibly the world) is selected.
static bool has_body(const mjModel* m, const mjvPerturb* pert) {
  return pert->select >= 0 && pert->select < m->nbody;
}

static bool selects_body(const mjModel* m, const mjvPerturb* pert) {
  return pert->select > 0 && pert->select < m->nbody;
}

static void selected_point(const mjData* d, const mjvPerturb* pert, mjtNum point[3]) {
  mat3_mul_vec(point, d->xmat + 9 * pert->select, pert->localpos);
  vec3_add(point, point, d->xpos + 3 * pert->select);
}

// Orientation of a body's inertial frame.
static void inertial_quat(const mjModel* m, const mjData* d, int body, mjtNum quat[4]) {
  quat_mul(quat, d->xquat + 4 * body, m->body_iquat + 4 * body);
}

// Effective mass at the selected point: three divided by the trace of J M^-1 J'.
static mjtNum mass_at(const mjModel* m, mjData* d, int body, const mjtNum point[3]) {
  mj_markStack(d);
  size_t n = 3 * (size_t)m->nv;
  mjtNum *jac = mj_stackAllocNum(d, n), *solved = mj_stackAllocNum(d, n);
  mj_jac(m, d, jac, NULL, point, body);
  mj_solveM(m, d, solved, jac, 3);
  mjtNum inverse = mju_dot(jac, solved, 3 * m->nv);
  mj_freeStack(d);
  return inverse == 0 ? 1 : 3 / fmax(inverse, mjMINVAL);
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  NEED(m, d, scn, pert);
  int body = pert->select;
  if (!selects_body(m, pert)) return;
  mjtNum point[3];
  selected_point(d, pert, point);
  pert->localmass = m->nv ? mass_at(m, d, body, point) : 1;
  int flex = pert->flexselect;
  if (flex >= 0 && flex < m->nflex && !m->flex_rigid[flex]) {
    // the edges of the flex tie the vertex to its neighbours
    pert->localmass *= 2. * m->flex_edgenum[flex] / m->flex_vertnum[flex];
  }
  vec3_copy(pert->refpos, d->xipos + 3 * body);
  inertial_quat(m, d, body, pert->refquat);
  vec3_copy(pert->refselpos, point);
  pert->scale = mouse_scale(scn, point, scn->camera[0].orthographic);
}

// Rotate the target orientation, at most a quarter turn away from the body's.
static void turn_reference(const mjModel* m, const mjData* d, const mjtNum vec[3],
                           mjvPerturb* pert) {
  mjtNum axis[3], turn[4], current[4], apart[3], back[4];
  vec3_copy(axis, vec);
  mjtNum angle = 2 * mjPI * vec3_normalize(axis);
  quat_from_axis_angle(turn, axis, angle);
  quat_mul(pert->refquat, turn, pert->refquat);
  quat_normalize(pert->refquat);
  if (!selects_body(m, pert)) return;

  inertial_quat(m, d, pert->select, current);
  quat_difference(apart, pert->refquat, current);
  angle = vec3_normalize(apart);
  if (angle <= mjPI / 2) return;
  quat_from_axis_angle(back, apart, mjPI / 2);
  quat_mul(pert->refquat, current, back);
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy,
                     const mjvScene* scn, mjvPerturb* pert) {
  NEED(m, d, scn, pert);
  mjtNum forward[3], vec[3];
  int body = pert->select;
  if (!has_body(m, pert)) return;
  mjv_cameraInModel(NULL, forward, NULL, scn);
  if (!mouse_vector(vec, action, reldx, reldy, forward)) return;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H: turn_reference(m, d, vec, pert); break;
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL: {
      const mjtNum* mat = d->xmat + 9 * body;
      int column = action == mjMOUSE_MOVE_H_REL ? 0 : 2;
      for (int k = 0; k < 3; k++) vec[k] = reldy * mat[3 * k + column] + reldx * mat[3 * k + 1];
    }
      // fall through
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
      vec3_axpy(pert->refpos, pert->scale, vec);
      vec3_axpy(pert->refselpos, pert->scale, vec);
      break;
    default: break;
  }
}

// --- applying the perturbation

// The pose of the body frame for which the inertial frame is at the target.
static void reference_pose(const mjModel* m, const mjvPerturb* pert, mjtNum pos[3],
                           mjtNum quat[4]) {
  mjtNum offset[3], back[4];
  quat_conjugate(back, m->body_iquat + 4 * pert->select);
  quat_mul(quat, pert->refquat, back);
  quat_rotate(offset, quat, m->body_ipos + 3 * pert->select);
  vec3_sub(pos, pert->refpos, offset);
}

static bool is_free(const mjModel* m, int body) {
  return m->body_jntnum[body] == 1 && m->jnt_type[m->body_jntadr[body]] == mjJNT_FREE;
}

// Move the root of a tree rigidly such that one of its bodies gets the given pose.
static void move_root(const mjData* d, int body, const mjtNum pos[3], const mjtNum quat[4],
                      mjtNum root_pos[3], mjtNum root_quat[4]) {
  mjtNum offset[3], back[4], turn[4];
  quat_conjugate(back, d->xquat + 4 * body);
  quat_mul(turn, quat, back);
  vec3_sub(offset, root_pos, d->xpos + 3 * body);
  pose_compose(root_pos, root_quat, pos, turn, offset, root_quat);
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  NEED(m, d, pert);
  int body = pert->select;
  if (!selects_body(m, pert) || !(pert->active | pert->active2)) return;
  mjtNum pos[3], quat[4];
  int root = m->body_rootid[body], mocap = m->body_mocapid[body];
  reference_pose(m, pert, pos, quat);
  if (mocap >= 0) {
    vec3_copy(d->mocap_pos + 3 * mocap, pos);
    quat_copy(d->mocap_quat + 4 * mocap, quat);
    return;
  }
  if (!flg_paused) return;
  if (is_free(m, body)) {
    mjtNum* qpos = d->qpos + m->jnt_qposadr[m->body_jntadr[body]];
    vec3_copy(qpos, pos);
    quat_copy(qpos + 3, quat);
  } else if (is_free(m, root)) {
    mjtNum* qpos = d->qpos + m->jnt_qposadr[m->body_jntadr[root]];
    move_root(d, body, pos, quat, qpos, qpos + 3);
  }
}

// Effective rotational inertia for the spring.
static mjtNum turning_inertia(const mjModel* m, int body) {
  mjtNum weight = m->body_invweight0[2 * body + 1];
  return weight == 0 ? 1 : 1 / fmax(mjMINVAL, weight);
}

// Force of a spring and damper between the selected point and its target; rotation about the spring
// is damped, too.
static void apply_spring_force(const mjModel* m, const mjData* d, const mjvPerturb* pert,
                               const mjtNum velocity[6], mjtNum wrench[6]) {
  int body = pert->select;
  mjtNum stiffness = m->vis.map.stiffness, mass = pert->localmass;
  mjtNum point[3], away[3], arm[3], motion[3], torque[3];
  selected_point(d, pert, point);
  vec3_sub(away, point, pert->refselpos);
  vec3_sub(arm, point, d->xipos + 3 * body);
  vec3_cross(motion, velocity, arm);
  vec3_add(motion, motion, velocity + 3);
  vec3_scale(wrench, away, -stiffness * mass);
  vec3_axpy(wrench, -sqrt(stiffness) * mass, motion);

  vec3_cross(torque, arm, wrench);
  vec3_normalize(away);
  mjtNum damping = sqrt((mjtNum)m->vis.map.stiffnessrot) * turning_inertia(m, body);
  vec3_axpy(torque, -damping * vec3_dot(away, velocity), away);
  vec3_copy(wrench + 3, torque);
}

// Torque of a rotational spring and damper towards the target orientation.
static void apply_spring_torque(const mjModel* m, const mjData* d, const mjvPerturb* pert,
                                const mjtNum velocity[6], mjtNum wrench[6]) {
  mjtNum current[4], apart[4], angle[3];
  mjtNum stiffness = m->vis.map.stiffnessrot, inertia = turning_inertia(m, pert->select);
  inertial_quat(m, d, pert->select, current);
  quat_conjugate(current, current);
  quat_mul(apart, pert->refquat, current);
  quat_to_velocity(angle, apart, 1);
  vec3_scale(wrench + 3, angle, stiffness * inertia);
  vec3_axpy(wrench + 3, -sqrt(stiffness) * inertia, velocity);
}

void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  NEED(m, d, pert);
  int active = pert->active | pert->active2;
  if (!has_body(m, pert) || !active) return;
  mjtNum velocity[6], *wrench = d->xfrc_applied + 6 * pert->select;
  mj_objectVelocity(m, d, mjOBJ_BODY, pert->select, velocity, 0);
  if (active & mjPERT_TRANSLATE) apply_spring_force(m, d, pert, velocity, wrench);
  if (active & mjPERT_ROTATE) apply_spring_torque(m, d, pert, velocity, wrench);
}
