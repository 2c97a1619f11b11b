// The impulses of one contact, with those of all other contacts fixed:
//
//   v = D f + b, D (dim x dim) the block of the contact, b its velocity without its own impulse.
//
// Each rule below, for the sweeps in sweep.h, replaces the old impulse f by a new one.
#pragma once

#include "constraint/hard/problem.h"

typedef struct {
  int dim;
  mjtNum mu;
  const mjtNum* D;
  const mjtNum* b;
  mjtNum correction;  // De Saxce's correction, from the previous velocity; 0 for the CCP
  mjtNum tolerance;   // of inner loops
  int inner;          // their maximum number of steps
} hard_contact;

typedef void (*hard_rule)(const hard_contact* c, mjtNum* f);

// One projected gradient step of length 1 / mean diagonal of D, or less where needed to decrease
// the energy. Converges to the CCP or, with the correction, to the NCP.
void hard_rule_ccp(const hard_contact* c, mjtNum* f);

// Normal impulse first, then friction within the resulting bound, with step length 1 / (largest
// diagonal). Converges to the NCP without the correction, which must not be used here.
void hard_rule_ncp(const hard_contact* c, mjtNum* f);

// Separating, sticking, or the point of least energy on the cone within the plane v_n = 0, whose
// stationary points are the roots of a quartic.  This solves the contact's own NCP only if normal
// and friction are decoupled (D_nt = 0).  With more than two friction directions the multiplier of
// the cone is used.
void hard_rule_energy(const hard_contact* c, mjtNum* f);

// The same point by marching and bisection over the angle of friction; with the correction it
// converges to the NCP over the sweeps.
void hard_rule_bisection(const hard_contact* c, mjtNum* f);

// The exact NCP of the contact: sliding v_t = -alpha f_t, where alpha > 0 is the root of one
// equation.  Any number of directions.  If there are several solutions (mu |D_nt| > D_nn), one of
// them.
void hard_rule_exact(const hard_contact* c, mjtNum* f);
