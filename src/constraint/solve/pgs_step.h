// Steps of projected Gauss-Seidel, and the solver that takes them in random order.
#pragma once

#include "constraint/solve/dual_step.h"

// Update row i of a block, or a whole elliptic contact; returns the change of cost.
mjtNum pgs_visit(dual* s, const row_block* b, int i);

// Project the forces onto their sets; normal forces are kept where possible.
void pgs_make_admissible(const problem* p);

// Since 3.11 (engLEVEL_PGS): sweeps in random order with momentum.
void pgs_solve_shuffled(mjData* d, const problem* p);
