// Common parts of primal solvers: iteration over accelerations by line searches.
#pragma once

#include "constraint/operator/inertia.h"
#include "constraint/solver.h"

// State of the iteration.
typedef struct {
  const problem* p;
  mjtNum cost;
  mjtNum* grad;       // M a - qfrc_smooth - qfrc_constraint
  mjtNum* direction;  // preconditioned gradient
  mjtNum* search;
  mjtNum* Mv;  // M search
  mjtNum* Jv;  // J search
  int* old_state;
} descent;

// Allocated on the stack of d; nothing is computed yet.
descent descent_make(mjData* d, const problem* p);

// Upper bound of the distance of the cost from its minimum (the duality gap), scaled.  Stores the
// preconditioned gradient in `direction`.
mjtNum descent_gap(descent* s);

// Compute cost, forces, states and gradient at the present point.
void descent_evaluate(descent* s, int cone_hessian);

// Move along the search direction to the minimum and fill in `stat`.  Returns 0 when no decrease
// was possible.
int descent_advance(mjData* d, descent* s, int cone_hessian, mjSolverStat* stat);

// Whether to stop after an iteration with this result; also when numbers are not finite.
int descent_has_converged(const descent* s, const mjSolverStat* stat);
