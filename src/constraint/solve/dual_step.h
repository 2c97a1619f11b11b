// Block steps of dual solvers, and their statistics.
#pragma once

#include "constraint/operator/dual.h"
#include "constraint/solver.h"

// Dot product of a few numbers.
INLINED mjtNum dual_dot(const mjtNum* a, const mjtNum* b, const int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// Friction of an elliptic contact with fixed normal force: minimise 1/2 f'A f + b'f subject to sum
// (f_k / friction_k)^2 <= normal^2, n <= 5.
void dual_cone_friction(mjtNum* f, const mjtNum* A, const mjtNum* b, const mjtNum* friction,
                        mjtNum normal, int n);

// Scale the n friction forces of an elliptic contact back onto the cone if they exceed it.
void dual_into_cone(mjtNum* f, const mjtNum* friction, mjtNum normal, int n);

// Changes of cost up to this may be rounding errors.
#define DUAL_ROUNDING 1e-10

// Change of cost from old to new forces of a block with residual res (at the old forces).  An
// increase is undone and counts as 0.
INLINED mjtNum dual_accept(const mjtNum* A, const mjtNum* res, const mjtNum* old, mjtNum* f,
                           const int n) {
  mjtNum delta[6], change = 0;
  for (int i = 0; i < n; i++) delta[i] = f[i] - old[i];
  for (int i = 0; i < n; i++) {
    change += delta[i] * (0.5 * dual_dot(A + i * n, delta, n) + res[i]);
  }
  if (change <= DUAL_ROUNDING) return change;
  for (int i = 0; i < n; i++) f[i] = old[i];
  return 0;
}

// Set the states from the forces; adds the numbers of active rows and of state changes to stat.
void dual_states(const problem* p, mjSolverStat* stat);

// The same for blocks begin ... end - 1.
void dual_states_of(const problem* p, int begin, int end, mjSolverStat* stat);
