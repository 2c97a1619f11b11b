// Derivative of the acceleration of forward dynamics, by the implicit function theorem.
//
// qacc solves  M a + c(q, v) = tau(q, v, u) + J'f(J a - aref; D).  With W minus the derivative of f
// by its argument, the change of a at the states that the rows are in is
//   (M + J'W J) da = d(tau - M a - c + J'f) at fixed a.
#pragma once

#include "dynamics/slope/actuator_slope.h"
#include "dynamics/slope/slope.h"

// Rows of a cluster of n dofs: n columns by qpos, n by qvel, one for each of its actuators (by the
// force along its moment), and n by qfrc_applied if wanted.
// Which forces act besides the passive ones and those of constraints.
enum { ACTUATORS = 1, APPLIED = 2 };

typedef struct {
  const mjModel* m;
  mjData* d;
  clusters at;
  const int* first_actuator;  // of a cluster, in actuator: nclusters + 1
  const int* actuator;        // those with a moment, by cluster
  const int* slot;            // nu: column of an actuator in its cluster, -1: none
  carried vel, acc;           // motions under qvel and qacc
  int ndifferenced;
  int acting;                         // ACTUATORS, APPLIED
  mjtNum *response, *contact_motion;  // of row_slopes, or NULL
  mjtNum* H;                          // M + J'W J, its lower triangle; then factored
  int* loaded;                        // of a cluster: 1 if H is not M there
  // solves with H and products with M leave out clusters where they are the same: for who needs no
  // more than M H^-1
  int skips;
  // if that is all of them: the acceleration acc of an integrator, at which inertia is
  // differentiated for both, -dM qacc + dM (qacc - acc) being -dM acc; else NULL
  const mjtNum* acc_of_both;
  mjtNum* R;  // becomes the derivatives of qacc
} acceleration_slope;

// Numbers taken from the stack, about.
size_t acceleration_slope_size(const mjModel* m, const mjData* d, int columns);

// Which columns R is to have.
enum { COLUMNS_NONE, COLUMNS_STATE, COLUMNS_FORCES };

// Couple what forces couple, and make H: after mj_forward, with efc_force, efc_state and
// contact.H those of qacc.  All of it is on the stack of d.
acceleration_slope acceleration_slope_open(const mjModel* m, mjData* d, int columns);

// For the derivatives of what an integrator adds, acc, and not those of qacc: skip what cancels.
void acceleration_slope_skip(acceleration_slope* a, const mjtNum* acc);

// Factor H, in place; what solves with it needs this.
void acceleration_slope_factor(acceleration_slope* a);

// x (nv) = H^-1 x, and y = M x.
void acceleration_solve(const acceleration_slope* a, mjtNum* x);
void acceleration_multiply(const acceleration_slope* a, mjtNum* y, const mjtNum* x);

// x (nv) = LU^-1 x, or LU'^-1 x, of square blocks that are factored: H, or another matrix.
void clusters_solve(const acceleration_slope* a, const mjtNum* LU, int transposed, mjtNum* x);

// R before it is solved with H: the derivatives of the residual, and the columns of inputs.
void acceleration_slope_residual(acceleration_slope* a);

// All of R.
void acceleration_slope_solve(acceleration_slope* a);

// Pull a covector of qacc back: lambda = H^-1 abar, which is that of applied forces, and what it
// adds to those of q and v.  lambda and abar may be the same.
void acceleration_back(acceleration_slope* a, const mjtNum* abar, mjtNum* lambda, mjtNum* qbar,
                       mjtNum* vbar);

// dacc = the change of qacc with q, v, and forces on dofs.
void acceleration_along(acceleration_slope* a, const mjtNum* dq, const mjtNum* dv,
                        const mjtNum* dforce, mjtNum* dacc);

// along (nu) = moments times a covector of forces; force += moments' along.  Both leave out dofs
// whose actuator force is at its limit.
void actuators_back(const acceleration_slope* a, const mjtNum* lambda, mjtNum* along);
void actuators_along(const acceleration_slope* a, const mjtNum* along, mjtNum* force);

// s->R_q, s->R_v += derivatives of tau - M a - c + J'f at fixed a = d->qacc.
void add_residual_slope(acceleration_slope* a, slope* s);

// efc_force, efc_state and contact.H of qacc; what they replace of the first goes to force (nefc)
// and qfrc (nv).
void forces_of_acceleration(const mjModel* m, mjData* d, mjtNum* force, mjtNum* qfrc);

// Whether the model has derivatives; else *why names what has none.
int model_has_slopes(const mjModel* m, const char** why);
