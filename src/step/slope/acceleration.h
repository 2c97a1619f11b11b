// Derivative of the acceleration of forward dynamics, by the implicit function theorem.
//
// qacc solves  M a + c(q, v) = tau(q, v, u) + J'f(J a - aref; D).  With W minus the derivative of f
// by its first argument, at the present states of the rows
//   (M + J'W J) da = d(tau - M a - c + J'f) at fixed a.
#pragma once

#include "dynamics/slope/actuator_slope.h"
#include "dynamics/slope/slope.h"

// R of a cluster of n dofs has n rows; columns: n by qpos, n by qvel, one for each of its actuators
// (by the force along its moment) and, if wanted, n by qfrc_applied. Which forces act besides
// passive and constraint forces:
enum { ACTUATORS = 1, APPLIED = 2 };

typedef struct {
  const mjModel* m;
  mjData* d;
  clusters at;
  const int* first_actuator;  // nclusters + 1: index in `actuator` where a cluster's begin
  const int* actuator;        // actuators with a moment, sorted by cluster
  const int* slot;            // nu: column of an actuator in its cluster, -1: none
  carried vel, acc;           // motions under qvel and qacc
  int ndifferenced;
  int acting;                         // ACTUATORS, APPLIED
  mjtNum *response, *contact_motion;  // of row_slopes, or NULL
  mjtNum* H;                          // M + J'W J, lower triangle; replaced by its factor
  int* loaded;                        // per cluster: 1 if H differs from M
  body_resistance blocks;             // of contacts with what rests
  // H^-1 M is wanted: solving with H and multiplying with M are skipped for clusters where H = M
  int skips;
  // if not NULL, the integrator's acceleration acc, at which inertia is differentiated in place of
  // two terms: -dM qacc + dM (qacc - acc) = -dM acc
  const mjtNum* acc_of_both;
  mjtNum* R;  // in the end the derivatives of qacc
} acceleration_slope;

// Upper bound of the numbers taken from the stack.
size_t acceleration_slope_size(const mjModel* m, const mjData* d, int columns);

// Which columns R has.
enum { COLUMNS_NONE, COLUMNS_STATE, COLUMNS_FORCES };

// Find the clusters and compute H: after mj_forward, with efc_force, efc_state and contact.H those
// of qacc. Everything is on the stack of d.
acceleration_slope acceleration_slope_open(const mjModel* m, mjData* d, int columns);

// For derivatives of the integrator's acceleration acc instead of qacc: skip terms that cancel.
void acceleration_slope_skip(acceleration_slope* a, const mjtNum* acc);

// Factor H in place; must be called before solving with it.
void acceleration_slope_factor(acceleration_slope* a);

// x (nv) = H^-1 x, and y = M x.
void acceleration_solve(const acceleration_slope* a, mjtNum* x);
void acceleration_multiply(const acceleration_slope* a, mjtNum* y, const mjtNum* x);

// x (nv) = LU^-1 x, or LU'^-1 x, for factored square blocks: H, or another matrix.
void clusters_solve(const acceleration_slope* a, const mjtNum* LU, int transposed, mjtNum* x);

// R before multiplication with H^-1: derivatives of the residual, and the columns of inputs.
void acceleration_slope_residual(acceleration_slope* a);

// R, completely.
void acceleration_slope_solve(acceleration_slope* a);

// Reverse mode: lambda = H^-1 abar, which is also the covector of applied forces; qbar and vbar +=
// the covectors of q and v.  lambda and abar may be the same.
void acceleration_back(acceleration_slope* a, const mjtNum* abar, mjtNum* lambda, mjtNum* qbar,
                       mjtNum* vbar);

// dacc = change of qacc for given changes of q, v and generalised forces.
void acceleration_along(acceleration_slope* a, const mjtNum* dq, const mjtNum* dv,
                        const mjtNum* dforce, mjtNum* dacc);

// actuators_back: along (nu) = moments times lambda.  actuators_along: force += moments' along.
// Both leave out dofs whose actuator force is clamped.
void actuators_back(const acceleration_slope* a, const mjtNum* lambda, mjtNum* along);
void actuators_along(const acceleration_slope* a, const mjtNum* along, mjtNum* force);

// R_q and R_v of s += derivatives of tau - M a - c + J'f at fixed a = d->qacc.
void add_residual_slope(acceleration_slope* a, slope* s);

// Whether mj_forward leaves efc_force, efc_state and contact.H as those of qacc.
int solver_leaves_forces(const mjModel* m);

// Set efc_force, efc_state and contact.H to those of qacc; the previous efc_force is saved in force
// (nefc), and qfrc_constraint in qfrc (nv).
void forces_of_acceleration(const mjModel* m, mjData* d, mjtNum* force, mjtNum* qfrc);

// Whether the model has derivatives; else *why names the feature without.
int model_has_slopes(const mjModel* m, const char** why);
