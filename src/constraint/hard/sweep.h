// Projective splitting: Gauss-Seidel over the blocks, each answered by itself, with relaxation.
#pragma once

#include "constraint/hard/contact.h"

typedef struct {
  hard_rule rule;
  int correction;  // hand De Saxce's correction to the rule
  int ncp;         // judge by the natural map of the NCP, not of the CCP
  int by_energy;   // stop when the energy no longer changes, instead
  int least_dim;   // blocks of fewer rows stay as they are
} hard_scheme;

// From the impulses f to better ones.  A sweep costs time linear in the numbers of Z (when D is not
// given), n^2 otherwise.  Relaxation begins to fall from omega when the natural map has not halved
// in 20 sweeps: without it redundant sliding contacts go round in circles.
void hard_sweep(mjData* d, const hard_problem* p, const hard_options* o, const hard_scheme* scheme,
                mjtNum* f, hard_result* result);
