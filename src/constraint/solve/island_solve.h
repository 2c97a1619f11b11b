// Solving islands, groups of kinematic trees coupled by constraints, independently.
#pragma once

#include "constraint/solver.h"

// Solve every island from the starting point given for the whole problem: for primal solvers
// d->qacc with Ma = M qacc and jar = J qacc - aref, for dual solvers d->efc_force.  Islands are
// solved by the thread pool if one is bound.  Dofs without an island get their smooth acceleration.
// Out: qacc, qfrc_constraint, efc_force, efc_state.  The starting point is not changed.
void island_solve(const mjModel* m, mjData* d, const constraint_solver* solver,
                  const problem_start* start);
