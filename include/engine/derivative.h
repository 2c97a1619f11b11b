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

typedef enum engDerivativeFlag_ {
  // the data are as mj_forward left them: it is not run again
  engDERIV_FORWARDED = 1,
  // as mjd_transitionFD has it: implicit integrators keep the damping of their matrix when controls
  // and activations change; controls outside their limits have no effect even if none are clamped
  engDERIV_LIKE_FD = 2
} engDerivativeFlag;

// Derivatives of a step, x' = A dx + B du, row-major as mjd_transitionFD has them: A n x n, B n x
// nu; and F n x nv, of x' by qfrc_applied.  Each may be NULL.
typedef struct engStepDerivatives_ {
  mjtNum* A;
  mjtNum* B;
  mjtNum* F;
} engStepDerivatives;

// Why there are no derivatives.
typedef enum engDerivativeStatus_ {
  engDERIV_OK = 0,
  engDERIV_UNSUPPORTED = -1,  // the model has something without a derivative: a warning names it
  engDERIV_NO_MEMORY =
      -2,                  // the stack of the data is too small: a warning says how much is missing
  engDERIV_BAD_STATE = -3  // numbers that are not finite
} engDerivativeStatus;

// Derivatives of mj_step at the state, controls and applied forces in d, which are kept: d is left
// as mj_forward leaves it, but for contact.H, qDeriv and statistics of its stack.  Returns an
// engDerivativeStatus; unless it is engDERIV_OK the outputs are not defined.  Without a heap; the
// bits do not depend on threads.  Models with flexes, plugins, callbacks that exert forces, tendons
// with armature, noslip iterations, hard contact or moving surfaces are not supported.
MJAPI int eng_stepDerivatives(const mjModel* m, mjData* d, int flags,
                              const engStepDerivatives* out);

// Products with these matrices without making them: for about the price of two steps each.

// A covector of what a step depends on: out, each may be NULL.
typedef struct engStepCovector_ {
  mjtNum* state;  // 2 nv + na: A' next
  mjtNum* ctrl;   // nu: B' next
  mjtNum* force;  // nv: F' next, the sensitivity to applied forces
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
} engStepDirection;

// Push a change on to the next state: next (2 nv + na) = A state + B ctrl + F force.
MJAPI int eng_stepJvp(const mjModel* m, mjData* d, int flags, const engStepDirection* x,
                      mjtNum* next);

#ifdef __cplusplus
}  // extern "C"
#endif
