// Solving with a hard-contact method of the solver table.
#pragma once

#include "constraint/hard/assemble.h"
#include "constraint/problem.h"

// Solve p, whose hard step must have been made, with the method chosen in its options: sets forces
// (impulses per time step), states, qfrc_constraint and qacc.  Iterations are limited by the
// options; if the result is not finite, forces are 0.
void hard_solve(mjData* d, const problem* p);

// The inverse of the barrier model: efc_force, efc_state and qfrc_constraint for qacc, the
// acceleration from the velocities of this step to those of the next.  Returns the number of
// contacts and limits whose motion, into each other, is impossible in the model.
int hard_inverse(const mjModel* m, mjData* d);

// The problem of all rows of d as the solver sees it, with the impulses f (nefc) of efc_force and
// the velocities v = (D + R) f + b they cause; on the stack of d.
hard_assembly hard_assembly_solved(const mjModel* m, mjData* d, mjtNum* f, mjtNum* v);
