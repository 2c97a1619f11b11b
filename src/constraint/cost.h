// The constraint cost as a function of jar = J a - aref, its gradient (minus the force), and the
// state of each row (MuJoCo documentation, Computation chapter: Constraint model; Primal problem).
#pragma once

#include "constraint/row_set.h"

// Returns the cost at jar and fills force and state.  With cone_hessian, contact.H of contacts in
// state CONE is filled as well.
mjtNum cost_update(const row_set* rows, const mjtNum* jar, mjtNum* force, int* state,
                   int cone_hessian);

// Number of rows whose state is not SATISFIED.
int cost_active(const int* state, int n);
