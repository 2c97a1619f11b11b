// Inertia, bias, passive and actuation forces, energy.
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- inertia matrix -----------------------------------------------------------------------------
//
// M(qpos) is nv x nv, symmetric, and sparse: M(i,j) is zero unless one dof is an ancestor of the
// other.  mjData.M holds the lower triangle by rows (M_rownnz, M_rowadr, M_colind), mjData.qLD its
// factorisation M = L'DL in the same layout.  mjData.qM is a copy of M in the legacy layout.

// Compute the composite inertias crb, and M without the armature of tendons.  Needs mj_comPos.
MJAPI void mj_crb(const mjModel* m, mjData* d);

// Compute M, including the armature of tendons, and qM.  Needs mj_tendon.
MJAPI void mj_makeM(const mjModel* m, mjData* d);

// Factorise M.  A singular M gives infinities and no warning.
MJAPI void mj_factorM(const mjModel* m, mjData* d);

// x = M^-1 y for n vectors, the rows of x and y (n x nv); x may be y.  If n > 1, temporary memory
// is taken from the stack of d.
MJAPI void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);

// Half of mj_solveM: x = diag(sqrtInvD) L'^-1 y.  With sqrtInvD (nv) = 1 / sqrt(D),
// x x' = y M^-1 y'.
MJAPI void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y,
                      const mjtNum* sqrtInvD, int n);

// res = M vec; both have size nv and must be different arrays.
MJAPI void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = sqrt(D) L vec, so that res . res = vec M vec; both have size nv and must be different
// arrays.
MJAPI void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Add M to a matrix.  If all index arrays are given, dst is sparse, with ascending columns and room
// in every row for the elements of M; rownnz and colind are updated.  Otherwise dst is dense (nv x
// nv), and M is added to its lower triangle.
MJAPI void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind);

// --- forces -------------------------------------------------------------------------------------

// Compute the forces of springs, dampers, gravity compensation and fluid, each in its own qfrc_*
// array.  Their sum, including the passive callback and plugins, is in qfrc_passive.  Needs
// mj_comVel.
MJAPI void mj_passive(const mjModel* m, mjData* d);

// result (nv) = the force required for the motion (inverse dynamics): Coriolis, centrifugal and
// gravitational forces and, with flg_acc, the inertial force of qacc; without armature.  Needs
// mj_comVel.
MJAPI void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);

// Compute activation rates, actuator forces and qfrc_actuator.  If a control is invalid, all
// controls are treated as zero.
MJAPI void mj_fwdActuation(const mjModel* m, mjData* d);

// Compute qfrc_smooth, the sum of all forces except constraint forces, and qacc_smooth, the
// acceleration from these forces alone.
MJAPI void mj_fwdAcceleration(const mjModel* m, mjData* d);

// qfrc_target (nv) += the generalised force of a force and a torque applied to a body at a point,
// all in world coordinates; force and torque may be NULL.  An error if the body does not exist.
MJAPI void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                      const mjtNum point[3], int body, mjtNum* qfrc_target);

// --- energy -------------------------------------------------------------------------------------

// energy[0] = potential energy of gravity and of the springs of joints and tendons.
MJAPI void mj_energyPos(const mjModel* m, mjData* d);

// energy[1] = kinetic energy, including armature.
MJAPI void mj_energyVel(const mjModel* m, mjData* d);

// --- muscles ------------------------------------------------------------------------------------
//
// prm contains range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax.  acc0 is the acceleration
// caused by unit force; it is used with scale if force is negative.

// Force at full activation; it is negative, because a muscle pulls.
MJAPI mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);

// Passive force of the stretched muscle, without activation.
MJAPI mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);

// Time derivative of the activation for a control.  prm contains the time constants of activation
// and deactivation and the width of the smooth transition between them (0: a sharp switch).
MJAPI mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);

#ifdef __cplusplus
}  // extern "C"
#endif
