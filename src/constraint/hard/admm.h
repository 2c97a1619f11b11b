// ADMM: the linear part is solved by one factorisation, the cones by projection.
#pragma once

#include "constraint/hard/problem.h"

// State of the iteration; arrays of n numbers.
typedef struct {
  mjtNum* x;  // iterate of the linear part
  mjtNum* y;  // iterate of the cones: the impulses
  mjtNum* z;  // multipliers; at the end the augmented velocities
  mjtNum rho;
} hard_split;

// Allocated on the stack of d, starting at impulses f (NULL: zero) and their augmented velocities.
hard_split hard_split_make(mjData* d, const hard_problem* p, const hard_options* o,
                           const mjtNum* f);

// Largest eigenvalue of D + R, by power iteration.
mjtNum hard_largest_eigenvalue(mjData* d, const hard_problem* p);

// At most the given number of iterations from s.  Solves the NCP, or with ncp = 0 the CCP
// (problem.h).
void hard_admm(mjData* d, const hard_problem* p, const hard_options* o, int ncp, hard_split* s,
               hard_result* result);
