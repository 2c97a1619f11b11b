// Velocities of bodies, subtrees and objects from generalised velocities.
#include <stdbool.h>

#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"
#include "math/dense.h"
#include "math/spatial.h"
#include "model/joint_type.h"
#include "model/sleep.h"

// Add the motion of a ball joint's three rotations to v; v before the joint carries all three axes.
static inline void turn_ball(mjtNum v[6], const mjtNum* dof, mjtNum* dof_dot, const mjtNum* qvel) {
  for (int k = 0; k < 3; k++) spatial_cross_motion(dof_dot + 6 * k, v, dof + 6 * k);
  for (int k = 0; k < 3; k++) axpy6(v, qvel[k], dof + 6 * k);
}

static void find_velocities(const mjModel* m, mjData* d, int first, int end) {
  for (int b = first; b < end; b++) {
    mjtNum v[6];
    copy6(v, d->cvel + 6 * m->body_parentid[b]);
    int j = m->body_jntadr[b], jntend = j + m->body_jntnum[b];
    for (; j < jntend; j++) {
      int i = m->jnt_dofadr[j];
      const mjtNum* dof = d->cdof + 6 * i;
      mjtNum* dof_dot = d->cdof_dot + 6 * i;
      const mjtNum* qvel = d->qvel + i;
      int quat = joint_quat(m->jnt_type[j]);
      if (quat < 0) {
        spatial_cross_motion(dof_dot, v, dof);
        axpy6(v, qvel[0], dof);
        continue;
      }
      if (quat) {
        // translations along fixed axes: they carry the rotations, but their axes are constant
        vec_zero(dof_dot, 18);
        pair_store(v + 2, pair_of(v[2], v[3] + qvel[0]));
        pair_store(v + 4, pair_of(v[4] + qvel[1], v[5] + qvel[2]));
      }
      turn_ball(v, dof + 6 * quat, dof_dot + 6 * quat, qvel + quat);
    }
    copy6(d->cvel + 6 * b, v);
  }
}

void mj_comVel(const mjModel* m, mjData* d) {
  NEED(m, d);
  memset(d->cvel, 0, 6 * sizeof(mjtNum));
  FOR_AWAKE(w, m, d) find_velocities(m, d, w.at.body, w.at.bodyend);
}

// An object: the body it is fixed to, and its origin and axes in the world.
typedef struct {
  int body;
  const mjtNum* xpos;
  const mjtNum* xmat;
} seen_object;

static bool is_object(const mjModel* m, int objtype, int id, const char* caller) {
  int n;
  switch (objtype) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: n = m->nbody; break;
    case mjOBJ_GEOM: n = m->ngeom; break;
    case mjOBJ_SITE: n = m->nsite; break;
    case mjOBJ_CAMERA: n = m->ncam; break;
    default:
      mju_error("%s: objects of type %d do not move: it must be a body, geom, site or camera",
                caller, objtype);
      return false;
  }
  if (0 <= id && id < n) return true;
  mju_error("%s: there is no %s %d, the model has %d", caller, mju_type2Str(objtype), id, n);
  return false;
}

static seen_object find_object(const mjModel* m, const mjData* d, int objtype, int id) {
  switch (objtype) {
    case mjOBJ_BODY: return (seen_object){id, d->xipos + 3 * id, d->ximat + 9 * id};
    case mjOBJ_XBODY: return (seen_object){id, d->xpos + 3 * id, d->xmat + 9 * id};
    case mjOBJ_GEOM:
      return (seen_object){m->geom_bodyid[id], d->geom_xpos + 3 * id, d->geom_xmat + 9 * id};
    case mjOBJ_SITE:
      return (seen_object){m->site_bodyid[id], d->site_xpos + 3 * id, d->site_xmat + 9 * id};
    default: return (seen_object){m->cam_bodyid[id], d->cam_xpos + 3 * id, d->cam_xmat + 9 * id};
  }
}

// Motion of a body, given about the centre of its tree, expressed at an object fixed to the body.
static void motion_at(const mjModel* m, const mjData* d, seen_object at, const mjtNum* motion,
                      mjtNum res[6], int flg_local) {
  mju_transformSpatial(res, motion + 6 * at.body, 0, at.xpos,
                       d->subtree_com + 3 * m->body_rootid[at.body], flg_local ? at.xmat : NULL);
}

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                       int flg_local) {
  NEED(m, d, res);
  if (!is_object(m, objtype, objid, __func__)) return;
  seen_object at = find_object(m, d, objtype, objid);
  memset(res, 0, 6 * sizeof(mjtNum));
  if (m->body_weldid[at.body]) motion_at(m, d, at, d->cvel, res, flg_local);
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum res[6],
                           int flg_local) {
  NEED(m, d, res);
  if (!is_object(m, objtype, objid, __func__)) return;
  seen_object at = find_object(m, d, objtype, objid);
  memset(res, 0, 6 * sizeof(mjtNum));
  // what moves with a mocap body does not accelerate, nor does what is fixed to the world
  if (!m->body_dofnum[m->body_weldid[at.body]]) return;
  motion_at(m, d, at, d->cacc, res, flg_local);

  // convert the spatial acceleration, taken in a fixed frame, to that of the moving object
  mjtNum vel[6], coriolis[3];
  motion_at(m, d, at, d->cvel, vel, flg_local);
  vec3_cross(coriolis, vel, vel + 3);
  vec3_add(res + 3, res + 3, coriolis);
}

void mj_subtreeVel(const mjModel* m, mjData* d) {
  NEED(m, d);
  int nbody = m->nbody;
  mj_markStack(d);
  mjtNum* vel = mj_stackAllocNum(d, 6 * (size_t)nbody);
  mjtNum* linvel = d->subtree_linvel;
  mjtNum* angmom = d->subtree_angmom;

  // momenta of single bodies
  for (int b = 0; b < nbody; b++) {
    mjtNum* v = vel + 6 * b;
    mj_objectVelocity(m, d, mjOBJ_BODY, b, v, 0);
    vec3_scale(linvel + 3 * b, v + 3, m->body_mass[b]);
    mjtNum local[3];
    mat3_tmul_vec(local, d->ximat + 9 * b, v);
    for (int k = 0; k < 3; k++) local[k] *= m->body_inertia[3 * b + k];
    mat3_mul_vec(angmom + 3 * b, d->ximat + 9 * b, local);
  }

  // linear velocities of subtrees
  for (int b = nbody - 1; b >= 0; b--) {
    if (b)
      vec3_add(linvel + 3 * m->body_parentid[b], linvel + 3 * m->body_parentid[b], linvel + 3 * b);
    vec3_scale(linvel + 3 * b, linvel + 3 * b, 1 / fmax(mjMINVAL, m->body_subtreemass[b]));
  }

  // angular momenta: each body's about the centre of its subtree, then shifted to its parent's
  for (int b = nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    mjtNum arm[3], dv[3], L[3];
    vec3_sub(arm, d->xipos + 3 * b, d->subtree_com + 3 * b);
    vec3_sub(dv, vel + 6 * b + 3, linvel + 3 * b);
    vec3_cross(L, arm, dv);
    vec3_axpy(angmom + 3 * b, m->body_mass[b], L);

    vec3_add(angmom + 3 * parent, angmom + 3 * parent, angmom + 3 * b);
    vec3_sub(arm, d->subtree_com + 3 * b, d->subtree_com + 3 * parent);
    vec3_sub(dv, linvel + 3 * b, linvel + 3 * parent);
    vec3_cross(L, arm, dv);
    vec3_axpy(angmom + 3 * parent, m->body_subtreemass[b], L);
  }
  mj_freeStack(d);
}
