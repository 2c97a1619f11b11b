// The parts of qDeriv that couple dofs along the trees.
#pragma once

#include <engine/data_types.h>

#include "dynamics/fluid.h"

// qDeriv += the derivative of the forces of the medium.
void add_fluid_derivative(const mjModel* m, mjData* d);

// Derivatives of these forces (torque, force) by velocity (angular, linear) relative to the medium,
// all in the axes of the inertia box of a body or of the ellipsoid of a geom: row-major 6 x 6.  For
// an ellipsoid without the factor geom_fluid[0]; symmetric: the mean with the transpose.
void fluid_box_matrix(const mjModel* m, int body, const mjtNum vel[6], mjtNum out[36]);
void fluid_ellipsoid_matrix(const mjModel* m, int geom, const mjtNum vel[6], int symmetric,
                            mjtNum out[36]);

// qDeriv -= the derivative of mj_rne at zero qacc.
void subtract_bias_derivative(const mjModel* m, mjData* d);

// A matrix X over pairs of dofs of which one is the other's ancestor, or the same:
//   X(i,j) = S_j . row_i + P_j . momentum_i,  X(j,i) = S_j . column_i  for j an ancestor of i or i,
// where S is mjData.cdof and all others are nv x 6; P and momentum may be NULL.
typedef struct {
  mjtNum* row;
  mjtNum* column;
  mjtNum* P;
  mjtNum* momentum;
} pair_terms;

// qDeriv += sign X.
void add_pair_terms(const mjModel* m, mjData* d, mjtNum sign, pair_terms x);

// What a body or a subtree adds to the derivative of its force, besides inertia: the matrix E that
// maps a motion (w, u) to ((J' - [L]x) w, -2 p x w).
typedef struct {
  mjtNum rate[6];                // J', the rate of the rotational inertia: xx yy zz xy xz yz
  mjtNum angular[3], linear[3];  // momentum: L, p
} momentum_terms;

// Of a body with inertia I that moves with w.
void find_momentum_terms(const mjtNum I[10], const mjtNum w[6], momentum_terms* t);

// sum += t
void add_momentum_terms(momentum_terms* sum, const momentum_terms* t);

// r += E S
void add_terms_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]);

// r = E' S
void terms_transposed_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]);
