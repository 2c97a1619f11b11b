// Derivatives of the impulses of hard contact, for the present states of the blocks.
#pragma once

#include "constraint/hard/assemble.h"

// A solved problem in the solver's units: impulses f, v = (D + R) f + b.
typedef struct {
  const hard_problem* p;
  const mjtNum *f, *v;
  int ncp;       // Coulomb's law (NCP), else the convex relaxation (CCP)
  mjtNum kappa;  // of the barrier model; 0 for others
} hard_solution;

// D (n x n) maps impulses to velocities.  V (n x width): on entry the change of v at fixed
// impulses, on return the change of the impulses.  more (may be NULL), for the barrier model:
// further changes of its law at fixed impulses and velocities.  Returns 0 where the laws of the
// blocks do not determine the changes, because rows contradict each other.
int hard_impulse_slopes(mjData* d, const hard_solution* s, const mjtNum* D, const mjtNum* more,
                        mjtNum* V, int width);

// For the barrier model: kappa times the first derivatives of -log v by normal velocities v (may be
// NULL), and the second derivatives; n numbers each, 0 for other rows.
void hard_barrier_slopes(const hard_solution* s, const mjtNum* D, mjtNum* first, mjtNum* second);
