// Alternating directions: the linear part by one factorisation, the cones by projection.
#pragma once

#include "constraint/hard/problem.h"

// Where an iteration stands; arrays of n.
typedef struct {
  mjtNum* x;  // of the linear part
  mjtNum* y;  // of the cones: the impulses
  mjtNum* z;  // augmented velocities, at the end
  mjtNum rho;
} hard_split;

// On the stack of d, at the impulses f (NULL: none) and the augmented velocities that follow.
hard_split hard_split_make(mjData* d, const hard_problem* p, const hard_options* o,
                           const mjtNum* f);

// Largest eigenvalue of D + R, by powers.
mjtNum hard_largest_eigenvalue(mjData* d, const hard_problem* p);

// At most so many iterations from there.  Solves the NCP, or without ncp the CCP.
void hard_admm(mjData* d, const hard_problem* p, const hard_options* o, int ncp, hard_split* s,
               hard_result* result);
