// Projected Gauss-Seidel over the blocks, each solved separately, with relaxation.
#pragma once

#include "constraint/hard/contact.h"

typedef struct {
  hard_rule rule;
  int correction;  // pass De Saxce's correction to the rule
  int ncp;         // use the natural map of the NCP, not of the CCP
  int by_energy;   // stop when the energy no longer changes instead
  int least_dim;   // blocks with fewer rows are left unchanged
} hard_scheme;

// Improve the impulses f.  A sweep takes time linear in the entries of Z or, if D is given, n^2.
// The relaxation factor decreases from omega when the natural map has not halved in 20 sweeps:
// without it redundant sliding contacts can cycle.
void hard_sweep(mjData* d, const hard_problem* p, const hard_options* o, const hard_scheme* scheme,
                mjtNum* f, hard_result* result);
