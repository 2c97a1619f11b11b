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

// What is differentiated, and what is there already; bits.
typedef enum engDerivativeFlag_ {
  // the data are as mj_forward left them: it is not run again
  engDERIV_FORWARDED = 1,
  // as mjd_transitionFD has it: implicit integrators keep the damping of their matrix when controls
  // and activations change; controls outside their limits have no effect even if none are clamped
  engDERIV_LIKE_FD = 2,
  // of inverse dynamics: less the forces of actuators
  engDERIV_ACTUATION = 4
} engDerivativeFlag;

// Numbers of the model that the step depends on: by which number of which object, and what is
// differentiated is the step of a model of which this number alone is another.  What mj_setConst or
// the compiler made of it (body_invweight0, dof_invweight0, actuator_acc0 and their like) stays,
// but for the inertia of dofs (dof_M0).
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

// Smoothing, w: a limit or contact acts where the acceleration J qacc along its row is less than
// efc_aref, and its stiffness jumps there from nothing to efc_D.  With w > 0, in the units of this
// acceleration, derivatives have efc_D / (1 + exp((J qacc - efc_aref) / w)) instead, on both sides:
// rows that are there but idle are felt, and those about to stop are felt less.  Forces stay as
// they are: it is no longer the derivative of the step, but points where one through contact that
// begins or ends leads.  Elliptic contacts that press are smooth as they are.  0: none, exact.

// Derivatives of a step, x' = A dx + B du, sensordata = C dx + D du, row-major as mjd_transitionFD
// has them: A n x n, B n x nu, C nsensordata x n, D nsensordata x nu; and F n x nv, of x' by
// qfrc_applied; P n x nparameter, of x' by parameters of the model.  Each may be NULL.  C and D are
// differences of the sensors alone along exact tangents, right to about 1e-9 of the largest number
// a sensor reads; they cost two runs of the sensors a column, no solver and no collision.
typedef struct engStepDerivatives_ {
  mjtNum* A;
  mjtNum* B;
  mjtNum* C;
  mjtNum* D;
  mjtNum* F;
  int nparameter;                 // parameters of the model
  const engParameter* parameter;  // these
  mjtNum* P;
  mjtNum smoothing;  // see below
} engStepDerivatives;

// Why there are no derivatives.
typedef enum engDerivativeStatus_ {
  engDERIV_OK = 0,             // all is well
  engDERIV_UNSUPPORTED = -1,   // the model has something without a derivative: a warning names it
  engDERIV_NO_MEMORY = -2,     // the stack of the data is too small: a warning says by how much
  engDERIV_BAD_STATE = -3,     // numbers that are not finite
  engDERIV_BAD_PARAMETER = -4  // a parameter that does not exist or has no derivative: a warning
} engDerivativeStatus;

// Derivatives of mj_step at the state, controls and applied forces in d, which are kept: d is left
// as mj_forward leaves it, but for contact.H, qDeriv and statistics of its stack.  Returns an
// engDerivativeStatus; unless it is engDERIV_OK the outputs are not defined.  Without a heap; the
// bits do not depend on threads.  Models with plugins, callbacks that exert forces, fixed tendons
// of balls, noslip iterations, or surfaces that move or stick are not supported; with hard contact
// (hard.h) A, B and F are, unless contacts repeat each other and do not stay consistent.
MJAPI int eng_stepDerivatives(const mjModel* m, mjData* d, int flags,
                              const engStepDerivatives* out);

// Products with these matrices without making them: for about the price of two steps each.

// A covector of what a step depends on: out, each may be NULL.
typedef struct engStepCovector_ {
  mjtNum* state;                  // 2 nv + na: A' next
  mjtNum* ctrl;                   // nu: B' next
  mjtNum* force;                  // nv: F' next, the sensitivity to applied forces
  int nparameter;                 // parameters of the model
  const engParameter* parameter;  // these
  mjtNum* by_parameter;           // nparameter: P' next
  mjtNum smoothing;               // as of engStepDerivatives
} engStepCovector;

// Pull a covector of the next state, next (2 nv + na), back through the step: the gradient of a
// function of the next state becomes that of a function of this one.
MJAPI int eng_stepVjp(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                      const engStepCovector* out);

// A change of what a step depends on; NULL stands for zeros.
typedef struct engStepDirection_ {
  const mjtNum* state;  // 2 nv + na
  const mjtNum* ctrl;   // nu
  const mjtNum* force;  // nv: of qfrc_applied
  mjtNum smoothing;     // as of engStepDerivatives
} engStepDirection;

// Push a change on to the next state: next (2 nv + na) = A state + B ctrl + F force.
MJAPI int eng_stepJvp(const mjModel* m, mjData* d, int flags, const engStepDirection* x,
                      mjtNum* next);

// --- inverse dynamics ---------------------------------------------------------------------------

// Derivatives of qfrc_inverse, as mjd_inverseFD has them: row i belongs to input i, nv of them.  f
// has nv columns, the inertia qM nM.  Each may be NULL.
typedef struct engInverseDerivatives_ {
  mjtNum* DfDq;  // of f by positions
  mjtNum* DfDv;  // by velocities
  mjtNum* DfDa;  // by accelerations
  mjtNum* DmDq;  // of the inertia by positions
} engInverseDerivatives;

// At qpos, qvel and qacc; with engDERIV_ACTUATION f is qfrc_inverse less qfrc_actuator.  d is left
// as mj_inverse (and mj_fwdActuation) leave it, but for contact.H; engDERIV_FORWARDED: they have
// run. There is no solver in it.  With mjENBL_INVDISCRETE qacc is what the integrator adds.
MJAPI int eng_inverseDerivatives(const mjModel* m, mjData* d, int flags,
                                 const engInverseDerivatives* out);

// Derivatives by qpos and qvel of the force that takes the bodies through acceleration qacc (NULL:
// zero) at qpos and qvel, mj_rne with flg_acc, without armature: on the pattern of D of the model
// (D_rownnz, D_rowadr, D_colind), nD numbers each.  Needs the velocity stage.
MJAPI void eng_inverseDynamicsDerivative(const mjModel* m, mjData* d, const mjtNum* qacc,
                                         mjtNum* Dq, mjtNum* Dv);

// --- kinks --------------------------------------------------------------------------------------

// Where a small change of the state would change what the derivatives are made of.
typedef enum engKinkKind_ {
  engKINK_ROW = 0,     // a limit or an edge of a contact about to act, or to stop
  engKINK_FRICTION,    // dry friction at its bound
  engKINK_CONE,        // a contact about to slip, to stick or to part
  engKINK_CONTACT,     // a contact at the distance where it begins
  engKINK_FRAME,       // the tangents of a contact are about to be made from another axis
  engKINK_CONTROL,     // a control at its limit
  engKINK_FORCE,       // the force of an actuator at its limit
  engKINK_JOINTFORCE,  // the actuator force of a joint at its limit
  engKINK_ACTIVATION,  // an activation at its limit, or that of a muscle at its control
  engKINK_TENDON,      // a tendon at an end of the range where its spring is slack
  engNKINK,            // number of these
} engKinkKind;

// A kink that is near.
typedef struct engKink_ {
  engKinkKind kind;  // what changes there
  int id;            // of the row, contact, actuator, joint or tendon
  mjtNum distance;   // how far: of a contact and its frame as they are, else of what is compared
} engKink;

// The kinks within a distance of the present state, after mj_forward, at most max of them in list;
// returns how many there are.  Contacts that do not exist yet are not seen.
MJAPI int eng_kinks(const mjModel* m, mjData* d, mjtNum within, engKink* list, int max);

// What a kind is called.
MJAPI const char* eng_kinkName(int kind);

// --- along a trajectory -------------------------------------------------------------------------

// The gradient of a cost along a trajectory x_0, u_0, x_1, ... x_n from its stored states.  Arrays
// are dense, a row a step.
typedef struct engAdjoint_ {
  int nstep;               // n
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
  const engParameter* parameter;  // these
  mjtNum* parameter_bar;          // out, nparameter: by parameters, through all the steps; or NULL
  mjtNum smoothing;               // as of engStepDerivatives
} engAdjoint;

// Sweep backwards over the steps.  d are nd data of m to work in, of which a worker of the pool
// uses one each (NULL: the calling thread all of them): forward dynamics of nd steps at a time run
// side by side.  The result does not depend on nd nor on the pool.  Returns an engDerivativeStatus.
MJAPI int eng_adjoint(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, int flags,
                      const engAdjoint* a);

#ifdef __cplusplus
}  // extern "C"
#endif
