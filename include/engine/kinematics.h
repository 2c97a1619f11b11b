// Compute frames, Jacobians, tendons and transmissions from positions and velocities.
//
// Frames: x* arrays are in the world frame; 3x3 matrices are row-major and map local to world axes.
// Spatial motions are (angular, linear) in world axes; their reference point is the centre of mass
// of the kinematic tree, subtree_com[body_rootid].  The linear dofs of free joints are in world
// axes; the angular dofs of free and ball joints are in the axes of the child body.
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- position stage, in this order --------------------------------------------------------------

// Compute the frames of bodies, body inertias, joints, geoms and sites from qpos and mocap poses.
// Quaternions are normalised when they are read; qpos itself is not changed.
MJAPI void mj_kinematics(const mjModel* m, mjData* d);

// Compute the centres of mass of subtrees, and the inertias of bodies and motion axes of dofs about
// the centre of mass of their kinematic tree.
MJAPI void mj_comPos(const mjModel* m, mjData* d);

// Compute the frames of cameras and lights, in all their modes.  Needs mj_comPos.
MJAPI void mj_camlight(const mjModel* m, mjData* d);

// Compute, for flexes, the vertices, the bounding boxes of elements, the edge lengths and the
// Jacobian of the edge lengths.
MJAPI void mj_flex(const mjModel* m, mjData* d);

// Compute the lengths, paths and Jacobians of tendons.  Needs mj_comPos.
MJAPI void mj_tendon(const mjModel* m, mjData* d);

// Compute the lengths and moment arms of actuators.  Needs mj_tendon and, for adhesion, the
// constraints.
MJAPI void mj_transmission(const mjModel* m, mjData* d);

// --- velocity stage -----------------------------------------------------------------------------

// Compute the velocities of bodies and the time derivatives of the dof motion axes from qvel.
MJAPI void mj_comVel(const mjModel* m, mjData* d);

// Compute, for every subtree, the linear velocity of its centre of mass and its angular momentum
// about this point.  Not part of the pipeline: sensors that need the result call this function.
// Needs mj_comVel.
MJAPI void mj_subtreeVel(const mjModel* m, mjData* d);

// --- Jacobians ----------------------------------------------------------------------------------
//
// Jacobians are 3 x nv, row-major, in world axes.  jacp maps qvel to the velocity of a point fixed
// to a body, jacr to the angular velocity of the body.  Either may be NULL.  They need mj_comPos.

// Jacobian of any point, given in world coordinates and fixed to a body.
MJAPI void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                  const mjtNum point[3], int body);

// Jacobian of the origin of a body.
MJAPI void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Jacobian of the centre of mass of a body.
MJAPI void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Jacobian of the centre of mass of the subtree that begins at a body.  The subtree must have mass.
MJAPI void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);

// Jacobian of the centre of a geom.
MJAPI void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);

// Jacobian of the centre of a site.
MJAPI void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);

// Jacobians of a point and of a unit vector fixed to the body; both outputs may be NULL.
MJAPI void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                           const mjtNum point[3], const mjtNum axis[3], int body);

// Time derivative of the Jacobians of mj_jac, for a point that moves with the body.  Needs
// mj_comVel.
MJAPI void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                     const mjtNum point[3], int body);

// The matrix (3 x nv) that maps qvel to the angular momentum of a subtree about its centre of mass.
MJAPI void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);

// --- motion of objects --------------------------------------------------------------------------
//
// The result is (angular, linear) at the centre of a body (mjOBJ_BODY: its inertial frame,
// mjOBJ_XBODY: its body frame), geom, site or camera; in world axes or, with flg_local, in the axes
// of the object.  It is zero for objects fixed to the world; other object types are an error.

// Velocity of an object.  Needs mj_comVel.
MJAPI void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid,
                             mjtNum res[6], int flg_local);

// Acceleration of an object as an accelerometer at this place would measure it, gravity included.
// Needs mj_rnePostConstraint.
MJAPI void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid,
                                 mjtNum res[6], int flg_local);

// --- configurations -----------------------------------------------------------------------------

// qvel (nv) = the constant velocity that moves qpos1 to qpos2 (both nq) in time dt, along the
// shorter rotation.
MJAPI void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                               const mjtNum* qpos2);

// Move qpos (nq), in place, along qvel (nv) for time dt.
MJAPI void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);

// Normalise all quaternions of qpos in place; zero ones become the identity.
MJAPI void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);

// Convert the pose (pos, quat), given in the frame of a body, to the world frame.  sameframe
// (mjtSameFrame) states which part of the pose coincides with the body frame or its inertial frame;
// this part is copied instead of computed.  The position is written if xpos and pos are not NULL,
// the orientation if xmat and quat are not NULL.
MJAPI void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                           const mjtNum quat[4], int body, mjtByte sameframe);

#ifdef __cplusplus
}  // extern "C"
#endif
