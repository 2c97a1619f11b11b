// Hard rows of the table of solvers.
#pragma once

#include "constraint/hard/assemble.h"
#include "constraint/problem.h"

// Solve p, whose hard step has been made, with the method of its options: impulses of the step as
// forces, states, qfrc_constraint and qacc.  What does not come to an end is bounded by the
// iterations of the options; numbers that are none leave no forces.
void hard_solve(mjData* d, const problem* p);

// The inverse of the barrier model: efc_force, efc_state and qfrc_constraint that belong to qacc,
// the acceleration from the velocities of this step to those of the next.  Returns how many
// contacts and limits move in a way that the model never does: into each other.
int hard_inverse(const mjModel* m, mjData* d);

// The problem of all rows of d as the solver has it, with the impulses f (nefc) that efc_force says
// and the velocities v = (D + R) f + b that they make; on the stack of d.
hard_assembly hard_assembly_solved(const mjModel* m, mjData* d, mjtNum* f, mjtNum* v);
