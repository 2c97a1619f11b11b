// What primal solvers have in common: they walk from acceleration to acceleration along lines.
#pragma once

#include "constraint/solver.h"

// A solver under way.
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

// On the stack of d; nothing is evaluated yet.
descent descent_make(mjData* d, const problem* p);

// How far the cost is above its minimum at most: the distance to the dual problem, scaled.  Puts
// the preconditioned gradient into direction.
mjtNum descent_gap(descent* s);

// Cost, forces, states and gradient where the problem stands.
void descent_evaluate(descent* s, int cone_hessian);

// Go along the search direction to the minimum, and note what came of it.  Returns 0 when there was
// nothing to gain.
int descent_advance(mjData* d, descent* s, int cone_hessian, mjSolverStat* stat);

// Whether an iteration with this outcome was the last; also for numbers gone bad.
int descent_has_converged(const descent* s, const mjSolverStat* stat);
