// Derivatives of what acts along the lengths of transmissions.
//
// An actuator of length l and moment m (a row) exerts m' F.  With H = d(m')/dq,
//   d(m'F)/dq = F H + m' (F_l dl + F_v (H'v)'):
// dl is the true derivative of the length, which is not the moment for balls, sites and bodies.
#pragma once

#include "dynamics/slope/slope.h"

typedef struct {
  mjtNum force;              // F: R_q += F H
  mjtNum along;              // of the moment in the other terms, which are along m' (...)
  mjtNum by_length;          // times dl
  mjtNum by_rate[2];         // times H'x[k]
  const carried* motion[2];  // of x[k]; NULL: not needed
  const mjtNum* x[2];
} transmission_terms;

// R_q += force H + along m' (by_length dl + sum by_rate[k] H'x[k]).  What is wrenches or pulls of
// tendons goes to the sums of s.  keep as in slope_close.  Of a transmission by contacts (body)
// only terms along m' that do not need H are added.
void add_transmission(slope* s, int actuator, const transmission_terms* t, const mjtNum* keep);

// The moment of an actuator.
sparse_row moment_of(const mjData* d, int actuator);

// a with 0 for the dofs where keep is 0; itself if keep is NULL.  On the stack of d.
sparse_row masked(mjData* d, sparse_row a, const mjtNum* keep);
