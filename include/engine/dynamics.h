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

// Composite inertias crb and M, without the armature of tendons.  Needs mj_comPos.
MJAPI void mj_crb(const mjModel* m, mjData* d);

// M, armature of tendons included, and qM.  Needs mj_tendon.
MJAPI void mj_makeM(const mjModel* m, mjData* d);

// Factorise M.  A singular M gives infinities, no warning.
MJAPI void mj_factorM(const mjModel* m, mjData* d);

// x = M^-1 y for n vectors, rows of x and y (n x nv); x may be y.  Several vectors take scratch
// from the stack of d.
MJAPI void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);

// Half of that: x = diag(sqrtInvD) L'^-1 y.  With sqrtInvD (nv) = 1 / sqrt(D), x x' = y M^-1 y'.
MJAPI void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y,
                      const mjtNum* sqrtInvD, int n);

// res = M vec; both nv, not the same.
MJAPI void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = sqrt(D) L vec, so that res . res = vec M vec; both nv, not the same.
MJAPI void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Add M to a matrix.  If all index arrays are given dst is sparse, with ascending columns and room
// in every row for the entries of M; rownnz and colind are updated.  Otherwise dst is dense (nv x
// nv), and M is added to its lower triangle.
MJAPI void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind);

// --- forces -------------------------------------------------------------------------------------

// Springs, dampers, gravity compensation and fluid forces, each in its own qfrc_* array; their sum,
// with callback and plugins, in qfrc_passive.  Needs mj_comVel.
MJAPI void mj_passive(const mjModel* m, mjData* d);

// result (nv) = the force required by the motion: Coriolis, centrifugal and gravitational, and with
// flg_acc that of qacc; without armature.  Needs mj_comVel.
MJAPI void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);

// Activation rates, actuator forces, qfrc_actuator.  If a control is invalid all controls count as
// zero.
MJAPI void mj_fwdActuation(const mjModel* m, mjData* d);

// The sum of all forces but those of constraints, qfrc_smooth, and the acceleration they alone
// would give, qacc_smooth.
MJAPI void mj_fwdAcceleration(const mjModel* m, mjData* d);

// qfrc_target (nv) += the effect of a force and a torque, in world axes, each may be NULL, at a
// point in the world, on a body.  An error if there is no such body.
MJAPI void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                      const mjtNum point[3], int body, mjtNum* qfrc_target);

// --- energy -------------------------------------------------------------------------------------

// energy[0] = potential energy: gravity, springs of joints and tendons.
MJAPI void mj_energyPos(const mjModel* m, mjData* d);

// energy[1] = kinetic energy, armature included.
MJAPI void mj_energyVel(const mjModel* m, mjData* d);

// --- muscles ------------------------------------------------------------------------------------
//
// prm holds range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax; acc0 is the acceleration that
// unit force gives, used with scale if force is negative.

// Force at full activation: negative, it pulls.
MJAPI mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);

// Force of the stretched muscle at rest.
MJAPI mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);

// Rate of activation under a control; prm holds the time constants of activation and deactivation
// and the width of the blend between them (0: a sharp switch).
MJAPI mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);

#ifdef __cplusplus
}  // extern "C"
#endif
