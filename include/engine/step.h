// The pipeline: forward, inverse, integration, sensors, finite differences.
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

MJAPI void mj_step(const mjModel* m, mjData* d);
MJAPI void mj_step1(const mjModel* m, mjData* d);
MJAPI void mj_step2(const mjModel* m, mjData* d);
MJAPI void mj_forward(const mjModel* m, mjData* d);
MJAPI void mj_inverse(const mjModel* m, mjData* d);
MJAPI void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
MJAPI void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
MJAPI void mj_fwdPosition(const mjModel* m, mjData* d);

// The velocity stage: velocities of tendons, actuators and bodies, passive forces, the reference of
// constraints, qfrc_bias.
MJAPI void mj_fwdVelocity(const mjModel* m, mjData* d);

// Accelerations of bodies (cacc), the forces from outside on them (cfrc_ext: applied, of contacts
// and bonds) and of the joints to their parents (cfrc_int), as wrenches about the centre of mass of
// the tree.  Needs qacc and the constraint forces; sensors that need it call it.
MJAPI void mj_rnePostConstraint(const mjModel* m, mjData* d);

MJAPI void mj_Euler(const mjModel* m, mjData* d);
MJAPI void mj_RungeKutta(const mjModel* m, mjData* d, int N);
MJAPI void mj_implicit(const mjModel* m, mjData* d);
MJAPI void mj_invPosition(const mjModel* m, mjData* d);
MJAPI void mj_invVelocity(const mjModel* m, mjData* d);
MJAPI void mj_compareFwdInv(const mjModel* m, mjData* d);
MJAPI void mj_sensorPos(const mjModel* m, mjData* d);
MJAPI void mj_sensorVel(const mjModel* m, mjData* d);
MJAPI void mj_sensorAcc(const mjModel* m, mjData* d);
MJAPI void mj_checkPos(const mjModel* m, mjData* d);
MJAPI void mj_checkVel(const mjModel* m, mjData* d);
MJAPI void mj_checkAcc(const mjModel* m, mjData* d);
MJAPI void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered,
                            mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);
MJAPI void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation,
                         mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv,
                         mjtNum* DsDa, mjtNum* DmDq);

#ifdef __cplusplus
}  // extern "C"
#endif
