// Gauss-Seidel over several elliptic contacts at a time, one in each element of a register.
//
// A contact reads and writes the parts of y = Y' f (operator/dual.h) of its two bodies.  Contacts
// that have no body in common may be visited in either order or at once, with the same result.  So
// each contact is put into the first group with room after those that hold earlier contacts of its
// bodies: groups one after the other then compute what contacts one after the other would.  A step
// of 500 boxes with 20 sweeps takes 26.7 million instructions, 85.9 with one contact at a time.
#pragma once

#include "constraint/solve/dual_step.h"

struct contact_group;

// Contacts of blocks begin ... end - 1: elliptic with three rows, between free bodies or with what
// is fixed.
typedef struct {
  const problem* p;
  dual* s;
  int begin, end;
  int n;
  struct contact_group* group;
  int nbody;
  int* dof;   // first dof of each body
  mjtNum* y;  // the parts of y of all bodies, eight numbers each; first the zeros of what is fixed
} abreast;

// On the stack of d: for the longest run of such blocks, none if it is short or y is not used.  The
// states of the rows have been set.
abreast abreast_make(mjData* d, dual* s);

// Invariant: no body that moves is twice in a group, a group has no gaps, and every contact of the
// blocks is in one group.
int abreast_valid(const abreast* a);

// Visit the contacts; returns the change of cost.  Adds to `stat` what dual_states would of these
// contacts.  Their forces and states are kept here, and y where there are no other blocks.
mjtNum abreast_visit(const abreast* a, mjSolverStat* stat);

// Copy forces and states to the problem, forces only, and both from it.
void abreast_unload(const abreast* a);
void abreast_unload_forces(const abreast* a);
void abreast_load(const abreast* a);
