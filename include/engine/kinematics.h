// From positions and velocities to frames, Jacobians, tendons and transmissions.
//
// Frames: x* arrays are in the world; 3x3 matrices are row-major and map local to world axes.
// Spatial motions are (angular, linear) in world axes about the centre of mass of the kinematic
// tree, subtree_com[body_rootid]; free joints move linearly in world axes, and turn, like balls, in
// the axes of the child.
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- position stage, in this order --------------------------------------------------------------

// Frames of bodies, their inertias, joints, geoms and sites, from qpos and mocap poses.
// Quaternions are normalised as they are read; qpos itself is not changed.
MJAPI void mj_kinematics(const mjModel* m, mjData* d);

// Centres of mass of subtrees; inertias of bodies and motion axes of dofs about those of the trees.
MJAPI void mj_comPos(const mjModel* m, mjData* d);

// Frames of cameras and lights, in all their modes.  Needs mj_comPos.
MJAPI void mj_camlight(const mjModel* m, mjData* d);

// Vertices of flexes, boxes round their elements, lengths of their edges and their Jacobian.
MJAPI void mj_flex(const mjModel* m, mjData* d);

// Lengths, paths and Jacobians of tendons.  Needs mj_comPos.
MJAPI void mj_tendon(const mjModel* m, mjData* d);

// Lengths and moment arms of actuators.  Needs mj_tendon and, for adhesion, the constraints.
MJAPI void mj_transmission(const mjModel* m, mjData* d);

// --- velocity stage -----------------------------------------------------------------------------

// Velocities of bodies and rates of the dofs' axes, from qvel.
MJAPI void mj_comVel(const mjModel* m, mjData* d);

// Linear velocities of the centres of mass of subtrees and their angular momenta about them.  Not
// part of the pipeline: sensors that need it call it.  Needs mj_comVel.
MJAPI void mj_subtreeVel(const mjModel* m, mjData* d);

// --- Jacobians ----------------------------------------------------------------------------------
//
// 3 x nv, row-major, in world axes: jacp of the velocity of a point fixed to a body, jacr of the
// angular velocity of the body.  Either may be NULL.  They need mj_comPos.

// Of any point, given in the world.
MJAPI void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                  const mjtNum point[3], int body);

// Of the origin of a body.
MJAPI void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Of the centre of mass of a body.
MJAPI void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Of the centre of mass of the subtree that begins at a body, which must have mass.
MJAPI void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);

// Of the centre of a geom.
MJAPI void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);

// Of a site.
MJAPI void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);

// Of a point, and of a unit vector fixed to the body; both outputs may be NULL.
MJAPI void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                           const mjtNum point[3], const mjtNum axis[3], int body);

// Time derivative of mj_jac, the point moving with the body.  Needs mj_comVel.
MJAPI void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                     const mjtNum point[3], int body);

// The matrix (3 x nv) that maps qvel to the angular momentum of a subtree about its centre of mass.
MJAPI void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);

// --- motion of objects --------------------------------------------------------------------------
//
// (angular, linear) at the centre of a body (mjOBJ_BODY: its inertial frame, mjOBJ_XBODY: its own),
// geom, site or camera, in world axes or, with flg_local, in those of the object.  Zero for what is
// fixed to the world; an error for objects of other types.

// Needs mj_comVel.
MJAPI void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid,
                             mjtNum res[6], int flg_local);

// As an accelerometer there would show it: gravity included.  Needs mj_rnePostConstraint.
MJAPI void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid,
                                 mjtNum res[6], int flg_local);

// --- configurations -----------------------------------------------------------------------------

// qvel (nv) = the constant velocity that leads from qpos1 to qpos2 (nq) in time dt, the short way.
MJAPI void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                               const mjtNum* qpos2);

// Move qpos (nq), in place, along qvel (nv) for time dt.
MJAPI void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);

// Normalise all quaternions of qpos in place; zero ones become the identity.
MJAPI void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);

// World frame of something at (pos, quat) in the frame of a body.  sameframe (mjtSameFrame) says
// that some of it coincides with the frame of the body or its inertia, which is then copied.
// The position is written if xpos and pos are not NULL, the orientation if xmat and quat are not.
MJAPI void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                           const mjtNum quat[4], int body, mjtByte sameframe);

#ifdef __cplusplus
}  // extern "C"
#endif
