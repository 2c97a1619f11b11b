// The parts of qDeriv that couple dofs within a tree.
#pragma once

#include <engine/data_types.h>

#include "dynamics/fluid.h"

// qDeriv += derivative of fluid forces.
void add_fluid_derivative(const mjModel* m, mjData* d);

// Derivatives of fluid forces (torque, force) by the velocity (angular, linear) relative to the
// fluid, in the axes of a body's inertia box or a geom's ellipsoid: row-major 6 x 6.  The
// ellipsoid's is without the factor geom_fluid[0]: exact also where divisors are bounded, as in
// qDeriv, or the mean of that with its transpose.
typedef enum { ELLIPSOID_EXACT, ELLIPSOID_PLAIN, ELLIPSOID_SYMMETRIC } ellipsoid_form;
void fluid_box_matrix(const mjModel* m, int body, const mjtNum vel[6], mjtNum out[36]);
void fluid_ellipsoid_matrix(const mjModel* m, int geom, const mjtNum vel[6], ellipsoid_form form,
                            mjtNum out[36]);

// qDeriv -= derivative of mj_rne at zero qacc.
void subtract_bias_derivative(const mjModel* m, mjData* d);

// A matrix X over pairs of dofs (i, j) where j is i or an ancestor of i:
//   X(i,j) = S_j . row_i + P_j . momentum_i,  X(j,i) = S_j . column_i,
// S is mjData.cdof, all others are nv x 6; P and momentum may be NULL.
typedef struct {
  mjtNum* row;
  mjtNum* column;
  mjtNum* P;
  mjtNum* momentum;
} pair_terms;

// qDeriv += sign X.
void add_pair_terms(const mjModel* m, mjData* d, mjtNum sign, pair_terms x);

// The velocity-dependent part of the derivative of the force on a body or subtree: the matrix E
// that maps a motion (w, u) to ((J' - [L]x) w, -2 p x w).
typedef struct {
  mjtNum rate[6];                // J', time derivative of the rotational inertia: xx yy zz xy xz yz
  mjtNum angular[3], linear[3];  // momentum: L, p
} momentum_terms;

// The terms of a body with inertia I and velocity w.
void find_momentum_terms(const mjtNum I[10], const mjtNum w[6], momentum_terms* t);

// sum += t
void add_momentum_terms(momentum_terms* sum, const momentum_terms* t);

// r += E S
void add_terms_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]);

// r = E' S
void terms_transposed_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]);
