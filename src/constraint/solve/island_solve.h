// Islands: groups of kinematic trees that constraints tie together, solved apart from each other.
#pragma once

#include "constraint/solver.h"

// Solve every island from the start given for the whole problem: for solvers of accelerations
// d->qacc with its Ma = M qacc and jar = J qacc - aref, for solvers of forces d->efc_force. Islands
// are solved on the thread pool if one is bound.  Dofs in no island get their smooth acceleration.
// Out: qacc, qfrc_constraint, efc_force, efc_state.  The start is left as it was.
void island_solve(const mjModel* m, mjData* d, const constraint_solver* solver,
                  problem_start start);
