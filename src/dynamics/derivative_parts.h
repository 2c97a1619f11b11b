// The parts of qDeriv that couple dofs along the trees.
#pragma once

#include <engine/data_types.h>

#include "dynamics/fluid.h"

// qDeriv += the derivative of the forces of the medium.
void add_fluid_derivative(const mjModel* m, mjData* d);

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
