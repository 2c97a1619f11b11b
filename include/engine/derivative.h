// Analytic derivatives of a step, constraints included.
//
// A state is x = (qpos, qvel, act); small changes of it are dx = (dq, dv, da), n = 2 nv + na
// numbers, with dq in the tangent space of mj_integratePos.  What is differentiated is the exact
// solution of the step's problem: the active rows, the contacts and the branches of every clamp are
// those of the present state, and the solver is taken to have converged.  Where one of them is
// about to change the function has a kink (or, at the onset of a contact, a jump), and the
// derivative is that of the side the state is on.  doc/derivatives.md says what is exact and where.
//
// Not differentiated: time, mocap poses, qacc_warmstart, states of plugins.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Options of the functions below, as bits.
typedef enum engDerivativeFlag_ {
  // d is as mj_forward left it, which is not run again
  engDERIV_FORWARDED = 1,
  // as mjd_transitionFD: the matrix of implicit integrators is not differentiated by controls and
  // activations; controls outside their limits have no effect even if they are not clamped
  engDERIV_LIKE_FD = 2,
  // for inverse dynamics: subtract actuator forces
  engDERIV_ACTUATION = 4
} engDerivativeFlag;

// Parameters of the model, each given by kind, object and index.  The derivative is that of the
// step when only this number changes: quantities that mj_setConst or the compiler has derived from
// it (body_invweight0, dof_invweight0, actuator_acc0 etc.) are kept, except the inertia of dofs
// (dof_M0).
typedef enum engParameterKind_ {
  engPARAM_MASS = 0,             // body_mass
  engPARAM_INERTIA,              // body_inertia, index 0 to 2
  engPARAM_ARMATURE,             // dof_armature
  engPARAM_DAMPING,              // dof_damping
  engPARAM_STIFFNESS,            // jnt_stiffness
  engPARAM_FRICTIONLOSS,         // dof_frictionloss
  engPARAM_TENDON_DAMPING,       // tendon_damping
  engPARAM_TENDON_STIFFNESS,     // tendon_stiffness
  engPARAM_TENDON_FRICTIONLOSS,  // tendon_frictionloss
  engPARAM_FRICTION,             // geom_friction, index 0 to 2: as it grows, where two geoms have
                                 // the same and the larger counts
  engPARAM_PAIR_FRICTION,        // pair_friction, index 0 to 4
  engPARAM_GAIN,                 // actuator_gainprm, index 0 to 2, fixed and affine
  engPARAM_BIAS,                 // actuator_biasprm, index 0 to 2, affine
  engNPARAM,                     // number of these
} engParameterKind;

// One number of the model.
typedef struct engParameter_ {
  engParameterKind kind;  // which array
  int id;                 // of the body, dof, joint, tendon, geom, pair or actuator
  int index;              // which of its numbers
} engParameter;

// Smoothing, w: a limit or contact exerts a force where the acceleration J qacc along its row is
// less than efc_aref, and its stiffness jumps there from 0 to efc_D.  With w > 0, in units of this
// acceleration, derivatives use efc_D / (1 + exp((J qacc - efc_aref) / w)) instead, on both sides:
// inactive rows contribute, and rows that are about to become inactive contribute less.  Forces are
// not changed.  The result is no longer the exact derivative of the step, but indicates the effect
// of contacts that begin or end.  Pressing elliptic contacts are smooth anyway.  0: none, exact.

// Derivatives of a step, x' = A dx + B du, sensordata = C dx + D du, row-major as in
// mjd_transitionFD: A n x n, B n x nu, C nsensordata x n, D nsensordata x nu; also F n x nv, of x'
// by qfrc_applied, and P n x nparameter, of x' by model parameters.  Each may be NULL.  C and D are
// finite differences of the sensor functions along exact tangents, accurate to about 1e-9 of the
// largest sensor value; each column costs two evaluations of the sensors, without solver or
// collision detection.
typedef struct engStepDerivatives_ {
  mjtNum* A;
  mjtNum* B;
  mjtNum* C;
  mjtNum* D;
  mjtNum* F;
  int nparameter;                 // parameters of the model
  const engParameter* parameter;  // the list of them
  mjtNum* P;
  mjtNum smoothing;  // see above
} engStepDerivatives;

// Return values: whether derivatives are available.
typedef enum engDerivativeStatus_ {
  engDERIV_OK = 0,             // success
  engDERIV_UNSUPPORTED = -1,   // the model has a feature without derivative, named in a warning
  engDERIV_NO_MEMORY = -2,     // the stack of the data is too small; a warning says by how much
  engDERIV_BAD_STATE = -3,     // the state contains numbers that are not finite
  engDERIV_BAD_PARAMETER = -4  // a parameter does not exist or has no derivative: a warning
} engDerivativeStatus;

// Derivatives of mj_step for the state, controls and applied forces in d, which are kept: d is left
// as after mj_forward, with sensors for C and D only, except contact.H, qDeriv and stack
// statistics; the same holds for the products below.  Returns an engDerivativeStatus; unless it is
// engDERIV_OK the outputs are undefined.  No heap is used, and the results do not depend on
// threads.  Not supported are plugins, callbacks that exert forces, noslip iterations, and surfaces
// that move or adhere; with hard contact (hard.h) A, B and F are supported, unless redundant
// contacts become inconsistent.
MJAPI int eng_stepDerivatives(const mjModel* m, mjData* d, int flags,
                              const engStepDerivatives* out);

// Products with these matrices without computing them, at the cost of about two steps each.

// Results of eng_stepVjp; each pointer may be NULL.
typedef struct engStepCovector_ {
  mjtNum* state;                  // 2 nv + na: A' next
  mjtNum* ctrl;                   // nu: B' next
  mjtNum* force;                  // nv: F' next, the sensitivity to applied forces
  int nparameter;                 // parameters of the model
  const engParameter* parameter;  // the list of them
  mjtNum* by_parameter;           // nparameter: P' next
  mjtNum smoothing;               // as in engStepDerivatives
} engStepCovector;

// Reverse mode: multiply a covector of the next state, next (2 nv + na), by the transposed
// derivatives of the step.  Converts the gradient of a function of the next state to that with
// respect to the inputs of the step.
MJAPI int eng_stepVjp(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                      const engStepCovector* out);

// Input of eng_stepJvp: changes of the inputs of a step; NULL means zeros.
typedef struct engStepDirection_ {
  const mjtNum* state;  // 2 nv + na
  const mjtNum* ctrl;   // nu
  const mjtNum* force;  // nv: of qfrc_applied
  mjtNum smoothing;     // as in engStepDerivatives
} engStepDirection;

// Forward mode: next (2 nv + na) = A state + B ctrl + F force.
MJAPI int eng_stepJvp(const mjModel* m, mjData* d, int flags, const engStepDirection* x,
                      mjtNum* next);

// --- inverse dynamics ---------------------------------------------------------------------------

// Derivatives of qfrc_inverse, in the layout of mjd_inverseFD: row i is the derivative by input i
// (nv rows); columns: nv for forces, nM for the inertia qM.  Each may be NULL.
typedef struct engInverseDerivatives_ {
  mjtNum* DfDq;  // of f by positions
  mjtNum* DfDv;  // by velocities
  mjtNum* DfDa;  // by accelerations
  mjtNum* DmDq;  // of the inertia matrix by positions
} engInverseDerivatives;

// For qpos, qvel and qacc; with engDERIV_ACTUATION, derivatives of qfrc_inverse - qfrc_actuator.  d
// is left as after mj_inverse (and mj_fwdActuation) without sensors, except contact.H;
// engDERIV_FORWARDED: these have been run.  No solver is involved.  With mjENBL_INVDISCRETE, qacc
// is the discrete-time acceleration.
MJAPI int eng_inverseDerivatives(const mjModel* m, mjData* d, int flags,
                                 const engInverseDerivatives* out);

// Derivatives by qpos and qvel of the force that gives the acceleration qacc (NULL: zero) at qpos
// and qvel, i.e. mj_rne with flg_acc, without armature: on the pattern D of the model (D_rownnz,
// D_rowadr, D_colind), nD numbers each.  Needs the velocity stage.
MJAPI void eng_inverseDynamicsDerivative(const mjModel* m, mjData* d, const mjtNum* qacc,
                                         mjtNum* Dq, mjtNum* Dv);

// --- kinks --------------------------------------------------------------------------------------

// Kinds of kinks: where a small change of the state switches formulas, and derivatives are
// one-sided.
typedef enum engKinkKind_ {
  engKINK_ROW = 0,     // a limit or contact edge about to become active or inactive
  engKINK_FRICTION,    // dry friction at its bound
  engKINK_CONE,        // a contact about to slip, stick or separate
  engKINK_CONTACT,     // a contact at the distance where it begins
  engKINK_FRAME,       // the contact tangents are about to be constructed from another axis
  engKINK_CONTROL,     // a control at its limit
  engKINK_FORCE,       // the force of an actuator at its limit
  engKINK_JOINTFORCE,  // the actuator force of a joint at its limit
  engKINK_ACTIVATION,  // an activation at its limit, or that of a muscle at its control
  engKINK_TENDON,      // a tendon at an end of its spring's dead band
  engKINK_FEATURE,     // a contact about to be between other features, or found another way
  engNKINK,            // number of these
} engKinkKind;

// A kink near the present state.
typedef struct engKink_ {
  engKinkKind kind;  // what changes there
  int id;            // of the row, contact, actuator, joint or tendon
  mjtNum distance;   // of a contact or its frame: absolute; of its features, the motion of a geom
                     // in which they change; otherwise relative difference of the compared values
} engKink;

// Find the kinks within a distance of the present state, after mj_forward; stores at most max of
// them in list, returns their number.  Contacts that do not exist yet are not found.
MJAPI int eng_kinks(const mjModel* m, mjData* d, mjtNum within, engKink* list, int max);

// The name of a kind.
MJAPI const char* eng_kinkName(int kind);

// --- along a trajectory -------------------------------------------------------------------------

// The gradient of a cost along a trajectory x_0, u_0, x_1, ... x_n, from its stored states.  Arrays
// are dense, one row per step.
typedef struct engAdjoint_ {
  int nstep;               // number n of steps
  unsigned int state_sig;  // what a stored state is, bits of mjtState: mjSTATE_INTEGRATION, or
                           // mjSTATE_FULLPHYSICS with what else the steps were made with
  const mjtNum* state;     // n x mj_stateSize(state_sig): before each step
  const mjtNum* control;   // n x nu, or NULL: those of the states
  const mjtNum* by_state;  // (n + 1) x (2 nv + na): derivative of the cost by each state
  const mjtNum* by_ctrl;   // n x nu, or NULL: by each control
  mjtNum* state_bar;       // out, 2 nv + na: of the whole cost by x_0; or NULL
  mjtNum* ctrl_bar;        // out, n x nu: by each control; or NULL
  mjtNum* force_bar;       // out, n x nv: by a force applied in each step; or NULL
  int nparameter;          // parameters of the model
  const engParameter* parameter;  // the list of them
  mjtNum* parameter_bar;          // out, nparameter: by parameters, through all the steps; or NULL
  mjtNum smoothing;               // as of engStepDerivatives
} engAdjoint;

// Backward sweep over the steps.  d are nd mjData of m for scratch, one for each participating
// worker of the pool (NULL: the calling thread uses all): forward dynamics of nd steps is computed
// in parallel.  The result does not depend on nd or the pool.  Returns an engDerivativeStatus.
MJAPI int eng_adjoint(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, int flags,
                      const engAdjoint* a);

#ifdef __cplusplus
}  // extern "C"
#endif
