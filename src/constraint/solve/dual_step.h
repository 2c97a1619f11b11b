// Steps of solvers of forces: within one block, and what they report.
#pragma once

#include "constraint/operator/dual.h"
#include "constraint/solver.h"

// a' b of a few numbers.
static inline mjtNum dual_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// Friction of an elliptic contact with the normal force fixed: minimise 1/2 f'A f + b'f for
// sum (f_k / friction_k)^2 <= normal^2, n <= 5.
void dual_cone_friction(mjtNum* f, const mjtNum* A, const mjtNum* b, const mjtNum* friction,
                        mjtNum normal, int n);

// Shorten the n friction forces of an elliptic contact, if they are too large for the normal force.
void dual_into_cone(mjtNum* f, const mjtNum* friction, mjtNum normal, int n);

// A change of cost up to this may be rounding.
#define DUAL_ROUNDING 1e-10

// Change of cost from old to new forces of a block with residual res (at the old forces).  A change
// for the worse is undone, and counts 0.
mjtNum dual_accept(const mjtNum* A, const mjtNum* res, const mjtNum* old, mjtNum* f, int n);

// Set the states by the forces; adds the rows that are active and those whose state changed to
// stat.
void dual_states(const problem* p, mjSolverStat* stat);
