// From derivatives of the acceleration to those of the state a step later.
#pragma once

#include "step/slope/acceleration.h"

// What an integrator (Euler or an implicit one) adds to the velocities over the time step.
typedef struct {
  int damped;    // acc is not qacc
  mjtNum* E;     // the matrix, in square blocks, factored
  mjtNum* acc;   // nv
  mjtNum* rest;  // nv: qacc - acc
} integrator;

// On the stack of d.  with_damping: the damping of dofs is to be differentiated, so that Euler has
// a matrix even where there is none.
integrator integrator_open(const acceleration_slope* a, int with_damping);

// The same with E also where nothing damps: then it is M.
integrator integrator_with_matrix(const acceleration_slope* a);

// s += d(D acc), of the damping D in the matrix; s is open.
void add_matrix_slope(acceleration_slope* a, slope* s, const mjtNum* acc);

// x += scale row (row . acc), of which only what is within the pattern of D counts.
void add_damper_within(const mjModel* m, sparse_row row, mjtNum scale, const mjtNum* acc,
                       mjtNum* x);

// a->R, the derivatives of qacc, become those of acc.  by_input (nu x nv, or NULL): the derivatives
// of acc by the input of each actuator, its control or activation, through the matrix.
void integrate_whole(acceleration_slope* a, const integrator* x, mjtNum* by_input);

// Discrete inverse dynamics: discrete is what an integrator adds, and d->qacc = a the acceleration
// at which it would, M a = E discrete.
//
// f(a) has the derivative H da - R, and da = M^-1 (dE discrete - dM a) + M^-1 E d(discrete), where
// dE discrete - dM a = -(dM (a - discrete) + h dD discrete), what integrate_whole adds.
integrator discrete_inverse_open(const acceleration_slope* a, const mjtNum* discrete);

// a->R (whole, of the residual), of which the derivative of f is the negative, has that added, and
// x->E becomes H M^-1 E, by d(discrete), unless nothing damps and they are as they were.
void discrete_inverse_whole(acceleration_slope* a, integrator* x);

// Pull a covector w of acc back: beta of qacc, and what the matrix adds to those of q and v, and of
// the inputs (nu, or NULL).  w and beta may be the same.
void integrate_back(acceleration_slope* a, const integrator* x, const mjtNum* w, mjtNum* beta,
                    mjtNum* qbar, mjtNum* vbar, mjtNum* input_bar);

// Push a change of qacc, along with dq, dv and that of the inputs (nu, or NULL), on: dacc, in
// place.
void integrate_along(acceleration_slope* a, const integrator* x, const mjtNum* dq, const mjtNum* dv,
                     const mjtNum* dinput, mjtNum* dacc);

// Whether controls and activations change the matrix.
int inputs_change_damping(const mjModel* m);

// Derivatives of the position after a time t at velocity v: dq' = Q_q dq + t Q_v dv, blocks of 3 x
// 3 for the rotations of balls and free joints, else the identity.  Q (9 numbers each) of a joint
// that turns, whose first rotating dof it returns; -1 of others.
int turn_slopes(const mjModel* m, int joint, const mjtNum* v, mjtNum t, mjtNum Qq[9], mjtNum Qv[9]);

// x = Q_q x + t Q_v y, over all dofs; and y += t Q_v' x, x = Q_q' x.
void integrate_position_along(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x,
                              const mjtNum* y);
void integrate_position_back(const mjModel* m, const mjtNum* v, mjtNum t, mjtNum* x, mjtNum* y);
