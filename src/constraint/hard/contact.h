// One contact by itself: its impulses, given what all others do to it.
//
//   v = D f + b, D (dim x dim) the block of the contact, b its velocity without its own impulse.
//
// Rules for the sweeps (sweep.h).  Each takes the old impulse f and replaces it.
#pragma once

#include "constraint/hard/problem.h"

typedef struct {
  int dim;
  mjtNum mu;
  const mjtNum* D;
  const mjtNum* b;
  mjtNum correction;  // De Saxce's, of the velocity before; 0 in the CCP
  mjtNum tolerance;   // of inner loops
  int inner;          // and their most steps
} hard_contact;

typedef void (*hard_rule)(const hard_contact* c, mjtNum* f);

// A projected gradient step, of the length 1 / mean diagonal of D or less where the energy asks for
// it.  Solves the CCP, or with the correction the NCP.
void hard_rule_ccp(const hard_contact* c, mjtNum* f);

// Normal first, then friction within the bound that gives, by steps of 1 / (largest diagonal).
// Solves the NCP; ignores the correction, with which it would solve nothing.
void hard_rule_ncp(const hard_contact* c, mjtNum* f);

// Open, sticking, or where on the cone the plane v_n = 0 has the least energy: all stationary
// points are the roots of a quartic.  That is the contact's own NCP only where normal and friction
// do not mix (D_nt = 0).  With more than two directions of friction by the cone's multiplier
// instead.
void hard_rule_energy(const hard_contact* c, mjtNum* f);

// The same point by marching and bisection over the angle of friction; with the correction it moves
// to the solution of the NCP as sweeps go on.
void hard_rule_bisection(const hard_contact* c, mjtNum* f);

// The NCP of the contact exactly: sliding v_t = -alpha f_t with the root alpha > 0 of one equation.
// Any number of directions.  Where several solutions exist (mu |D_nt| > D_nn), one of them.
void hard_rule_exact(const hard_contact* c, mjtNum* f);
