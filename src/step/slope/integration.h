// From derivatives of the acceleration to those of the state after a step.
#pragma once

#include "step/slope/acceleration.h"

// The acceleration that an integrator (Euler or implicit) applies to velocities.
typedef struct {
  int damped;  // whether acc differs from qacc
  mjtNum* E;   // the matrix, in square blocks, factored
  // for products, where it is symmetric, its factor on the pattern of M in place of E: 0.96 of the
  // instructions of a whole product on a hand
  mjtNum *LD, *inverse;
  mjtNum* acc;   // nv
  mjtNum* rest;  // nv: qacc - acc
} integrator;

// Computed on the stack of d.  with_damping: derivatives by dof damping are wanted, so Euler gets a
// matrix even if there is no damping.
integrator integrator_open(const acceleration_slope* a, int with_damping);

// The same, with E = M where there is no damping.
integrator integrator_with_matrix(const acceleration_slope* a);

// y (nv) = E^-1 y, or E'^-1 y.
void integrator_solve(const acceleration_slope* a, const integrator* x, int transposed, mjtNum* y);

// s += d(D acc) for the damping D of the matrix; s must be open.
void add_matrix_slope(acceleration_slope* a, slope* s, const mjtNum* acc);

// x += scale row (row . acc), restricted to the pattern of D.
void add_damper_within(const mjModel* m, sparse_row row, mjtNum scale, const mjtNum* acc,
                       mjtNum* x);

// Convert a->R from derivatives of qacc to those of acc.  by_input (nu x nv, or NULL): derivatives
// of acc by the input (control or activation) of each actuator through the matrix.
void integrate_whole(acceleration_slope* a, const integrator* x, mjtNum* by_input);

// Discrete inverse dynamics: `discrete` is the integrator's acceleration, and d->qacc = a the one
// that causes it, M a = E discrete.
//
// f(a) has the derivative H da - R, and da = M^-1 (dE discrete - dM a) + M^-1 E d(discrete), where
// dE discrete - dM a = -(dM (a - discrete) + h dD discrete), which integrate_whole adds.
integrator discrete_inverse_open(const acceleration_slope* a, const mjtNum* discrete);

// a->R (whole residual) is minus the derivative of f; the above is added to it.  x->E becomes H
// M^-1 E, the derivative by d(discrete), unless there is no damping: then both are unchanged.
void discrete_inverse_whole(acceleration_slope* a, integrator* x);

// Reverse mode: beta = the covector of qacc for w, that of acc; adds the contributions of the
// matrix to the covectors of q, v and the inputs (nu, or NULL).  w and beta may be the same.
void integrate_back(acceleration_slope* a, const integrator* x, const mjtNum* w, mjtNum* beta,
                    mjtNum* qbar, mjtNum* vbar, mjtNum* input_bar);

// Forward mode: replace a change of qacc by dacc, given also the changes dq, dv and of the inputs
// (nu, or NULL).
void integrate_along(acceleration_slope* a, const integrator* x, const mjtNum* dq, const mjtNum* dv,
                     const mjtNum* dinput, mjtNum* dacc);

// Whether the matrix depends on controls or activations.
int inputs_change_damping(const mjModel* m);

// Derivatives of the position after time t at velocity v: dq' = Q_q dq + t Q_v dv, with 3 x 3
// blocks for the rotations of ball and free joints, else the identity.  Writes the blocks (9
// numbers each) of a joint with rotations and returns its first rotational dof; returns -1 for
// other joints.
int turn_slopes(const mjModel* m, int joint, const mjtNum* v, mjtNum t, mjtNum Qq[9], mjtNum Qv[9]);

// integrate_position_along: x = Q_q x + t Q_v y over all dofs.  The second: y += t Q_v' x, then x =
// Q_q' x.
void integrate_position_along(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x,
                              const mjtNum* y);
void integrate_position_back(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x, mjtNum* y);
