// Islands: groups of kinematic trees that constraints tie together, solved apart from each other.
#pragma once

#include "constraint/problem.h"

typedef void (*island_solver)(const mjModel* m, mjData* d, const problem* p);

// Solve every island from the point d->qacc with its Ma = M qacc and jar = J qacc - aref, on the
// thread pool if one is bound.  Dofs in no island get their smooth acceleration.
// Out: qacc, qfrc_constraint, efc_force, efc_state.  Ma and jar are left as they were.
void island_solve(const mjModel* m, mjData* d, const mjtNum* Ma, const mjtNum* jar,
                  island_solver solve);
