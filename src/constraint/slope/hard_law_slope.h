// How the impulses of hard contact change, at the states that its blocks are in.
#pragma once

#include "constraint/hard/assemble.h"

// A solved problem in the units of its solver: f impulses, v = (D + R) f + b.
typedef struct {
  const hard_problem* p;
  const mjtNum *f, *v;
  int ncp;       // Coulomb's law, else its convex relaxation
  mjtNum kappa;  // of the barrier model, else 0
} hard_solution;

// What forces add to velocities: D (n x n).  V (n x width) is the change of v at fixed impulses and
// becomes that of the impulses; more (or NULL), of the barrier model, what else its law changes by
// at fixed impulses and velocities.  0 where the laws of the blocks do not say what that is: rows
// that contradict each other as things change.
int hard_impulse_slopes(mjData* d, const hard_solution* s, const mjtNum* D, const mjtNum* more,
                        mjtNum* V, int width);

// Of the barrier model: kappa times the derivatives of -log v of the normals, by v (NULL: not) and
// by v twice, n each, 0 for other rows.
void hard_barrier_slopes(const hard_solution* s, const mjtNum* D, mjtNum* first, mjtNum* second);
