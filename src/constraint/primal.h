// Primal solvers: nonlinear conjugate gradients and Newton, both with exact line search.
#pragma once

#include "constraint/problem.h"

// Solve with Newton, or with CG.
void newton_solve(const mjModel* m, mjData* d, const problem* p);
void cg_solve(const mjModel* m, mjData* d, const problem* p);
