// The simulation pipeline: forward and inverse dynamics, integration, sensors, finite differences.
//
// Models are not modified; all results are stored in the data.  Scratch is on the stack of the
// data; nothing here allocates. The state is mjData.qpos, qvel, act, time and the state of plugins.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- one step of simulation ---------------------------------------------------------------------

// Forward dynamics at the present state, then the integrator of mjOption.  Afterwards the state is
// that after the step, while all other quantities, including sensors, are those of the state before
// it (with RK4, of its last stage).  A state with NaN or numbers beyond 1e10 is reset, with a
// warning, unless that is disabled.
MJAPI void mj_step(const mjModel* m, mjData* d);

// The same in two halves, between which controls and applied forces can be set from positions and
// velocities.  RK4 needs several evaluations: mj_step2 uses Euler instead.
MJAPI void mj_step1(const mjModel* m, mjData* d);
MJAPI void mj_step2(const mjModel* m, mjData* d);

// --- forward dynamics ---------------------------------------------------------------------------

// Compute everything that depends on state, controls and applied forces, finally the accelerations
// qacc.  The state does not change, and a second call gives the same results.
MJAPI void mj_forward(const mjModel* m, mjData* d);

// The same without the stages up to skipstage (mjtStage), whose results in the data must still be
// valid: mjSTAGE_NONE skips none, mjSTAGE_POS skips what depends on positions only, mjSTAGE_VEL
// also what depends on velocities.  skipsensor: sensors are not computed.
MJAPI void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// The position stage: poses, tendons, transmissions, inertia and its factor, contacts, constraint
// rows and islands.
MJAPI void mj_fwdPosition(const mjModel* m, mjData* d);

// The velocity stage: velocities of tendons, actuators and bodies, passive forces, the reference of
// constraints, qfrc_bias.
MJAPI void mj_fwdVelocity(const mjModel* m, mjData* d);

// Accelerations of bodies (cacc), external forces on them (cfrc_ext: applied, contacts, connect and
// weld), and forces from their parents (cfrc_int), as wrenches about the centre of mass of the
// tree.  Needs qacc and the constraint forces; sensors that need it call it.
MJAPI void mj_rnePostConstraint(const mjModel* m, mjData* d);

// --- inverse dynamics ---------------------------------------------------------------------------

// qfrc_inverse: the force that must be applied, besides passive and constraint forces, to move with
// the acceleration qacc at qpos, qvel.  With mjENBL_INVDISCRETE, qacc is the difference of
// velocities over a time step of the integrator, which cannot be RK4.  Actuators are not evaluated.
MJAPI void mj_inverse(const mjModel* m, mjData* d);

// The same without the stages up to skipstage, and without sensors: as in mj_forwardSkip.
MJAPI void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// Stages of mj_inverse: like those of forward dynamics, without islands.
MJAPI void mj_invPosition(const mjModel* m, mjData* d);
MJAPI void mj_invVelocity(const mjModel* m, mjData* d);

// The error of inverse dynamics relative to forward dynamics, which must have been run:
// solver_fwdinv[0] is the norm of the difference in constraint forces, [1] that in applied forces;
// 0 without constraints.
MJAPI void mj_compareFwdInv(const mjModel* m, mjData* d);

// --- integrators: the state a time step later, from the results of mj_forward -------------------

// Semi-implicit: velocities by the accelerations, positions by the new velocities; damping of
// joints enters implicitly unless disabled.
MJAPI void mj_Euler(const mjModel* m, mjData* d);

// Classical Runge-Kutta of order N, which must be 4.  Evaluates forward dynamics three more times.
MJAPI void mj_RungeKutta(const mjModel* m, mjData* d, int N);

// Implicit in velocity with qDeriv: completely (mjINT_IMPLICIT), or without the derivative of
// Coriolis and centrifugal forces (mjINT_IMPLICITFAST).
MJAPI void mj_implicit(const mjModel* m, mjData* d);

// --- sensors, stage by stage --------------------------------------------------------------------

// Fill sensordata for the sensors of a stage, which must have run.  User sensors and plugins of the
// stage are called, then cutoffs are applied.  Nothing is done when sensors are disabled.
MJAPI void mj_sensorPos(const mjModel* m, mjData* d);
MJAPI void mj_sensorVel(const mjModel* m, mjData* d);
MJAPI void mj_sensorAcc(const mjModel* m, mjData* d);

// --- checks -------------------------------------------------------------------------------------

// If a number of qpos, qvel or qacc is NaN or beyond 1e10: a warning and, unless mjDSBL_AUTORESET,
// the data are reset (after mj_checkAcc, forward dynamics is run again).
MJAPI void mj_checkPos(const mjModel* m, mjData* d);
MJAPI void mj_checkVel(const mjModel* m, mjData* d);
MJAPI void mj_checkAcc(const mjModel* m, mjData* d);

// --- finite differences -------------------------------------------------------------------------

// Derivatives of a step: x' = A dx + B du, sensordata = C dx + D du, where dx = (dq, dv, dact) has
// n = 2 nv + na numbers, dq in the tangent space.  Row-major: A n x n, B n x nu, C nsensordata x n,
// D nsensordata x nu; each may be NULL.  eps is the size of the perturbation, one-sided or with
// flg_centered central; controls stay within their limits, and a control outside of them has zero
// columns.  The state is restored; other results are those of the last perturbation.  Not for RK4.
MJAPI void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered,
                            mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);

// Derivatives of inverse dynamics at qpos, qvel, qacc by forward differences of size eps.  Row i of
// a matrix is the derivative by input i (nv rows): f is qfrc_inverse (nv columns; with
// flg_actuation minus qfrc_actuator), s sensordata (nsensordata), m the inertia qM (nM).  Each may
// be NULL.  Not for RK4, nor with noslip iterations.
MJAPI void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation,
                         mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv,
                         mjtNum* DsDa, mjtNum* DmDq);

// --- rollouts -----------------------------------------------------------------------------------

// Many independent trajectories of one model.  Arrays are dense, with dimensions in the given
// order; an array that is NULL is neither read nor written.
typedef struct engRollout_ {
  int nrollout;              // trajectories
  int nstep;                 // steps of each
  unsigned int state_sig;    // parts of a state: bits of mjtState
  unsigned int control_sig;  // parts of a control: bits of mjtState, usually mjSTATE_CTRL
  const mjtNum* initial;     // initial states: nrollout x mj_stateSize(state_sig)
  const mjtNum* control;     // set before each step: nrollout x nstep x size, NULL: nothing is set
  mjtNum* state;             // out, after each step: nrollout x nstep x size, or NULL
  mjtNum* sensor;            // out, in each step: nrollout x nstep x nsensordata, or NULL
  int* nvalid;  // out, number of steps before the first invalid number: nrollout, or NULL
} engRollout;

// Simulate them with a pool of threads (NULL: in the calling thread).  d are nd mjData of m for
// scratch, whose contents are lost: the calling thread uses one and each participating worker
// another.  Every trajectory starts with mj_resetData and its initial state, and gives the same
// bits as steps by mj_step, whatever nd and the pool; as there, an invalid number resets the data,
// unless that is disabled, and the trajectory continues.  Nothing is allocated; callbacks are
// called by all threads. Returns the number of trajectories with an invalid number, -1 for invalid
// arguments (negative count, no data, no initial states, controls without a control_sig).
MJAPI int eng_rollout(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool,
                      const engRollout* r);

#ifdef __cplusplus
}  // extern "C"
#endif
