// Hard rows of the table of solvers.
#pragma once

#include "constraint/problem.h"

// Solve p, whose hard step has been made, with the method of its options: impulses of the step as
// forces, states, qfrc_constraint and qacc.  What does not come to an end is bounded by the
// iterations of the options; numbers that are none leave no forces.
void hard_solve(mjData* d, const problem* p);

// The inverse of the barrier model: efc_force, efc_state and qfrc_constraint that belong to qacc,
// the acceleration from the velocities of this step to those of the next.  Returns how many
// contacts and limits move in a way that the model never does: into each other.
int hard_inverse(const mjModel* m, mjData* d);
