// Derivatives of forces that act along transmissions.
//
// An actuator of length l and moment m (a row) exerts m' F.  With H = d(m')/dq,
//   d(m'F)/dq = F H + m' (F_l dl + F_v (H'v)'):
// dl is the true derivative of the length, which is not the moment for ball joints, sites and
// bodies.
#pragma once

#include "dynamics/slope/slope.h"

typedef struct {
  mjtNum force;              // F: R_q += F H
  mjtNum along;              // factor of the moment in the terms m' (...)
  mjtNum by_length;          // times dl
  mjtNum by_rate[2];         // factors of H'x[k]
  const carried* motion[2];  // body motion under x[k]; NULL: not needed
  const mjtNum* x[2];
} transmission_terms;

// R_q += force H + along m' (by_length dl + sum by_rate[k] H'x[k]).  Contributions that are
// wrenches or tendon tensions go to the sums of s.  keep as in slope_close.  For a body
// transmission (contacts), only the terms along m' that do not need H are added.
void add_transmission(slope* s, int actuator, const transmission_terms* t, const mjtNum* keep);

// The moment of an actuator.
sparse_row moment_of(const mjData* d, int actuator);

// The row a with 0 for dofs with keep 0; a itself if keep is NULL.  On the stack of d.
sparse_row masked(mjData* d, sparse_row a, const mjtNum* keep);
