// The cost of constraints as a function of jar = J a - aref, its gradient (minus the force), and
// the state each row is in (Computation chapter: Constraint space; Primal problem).
#pragma once

#include "constraint/row_set.h"

// Cost at jar; fills force and state.  With cone_hessian, contact.H of contacts in the state CONE
// is filled too.
mjtNum cost_update(const row_set* rows, const mjtNum* jar, mjtNum* force, int* state,
                   int cone_hessian);

// Rows whose state is not SATISFIED.
int cost_active(const int* state, int n);
