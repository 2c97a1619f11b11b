// Steps of projected Gauss-Seidel, and the solver that takes them in random order.
#pragma once

#include "constraint/solve/dual_step.h"

// Row i of a block by itself, or all of an elliptic contact at once; returns the change of cost.
mjtNum pgs_visit(dual* s, const row_block* b, int i);

// The admissible forces nearest in the sense that normal forces stay if they can.
void pgs_make_admissible(const problem* p);

// Since 3.11 (engLEVEL_PGS): sweeps in an order drawn anew each time, with momentum.
void pgs_solve_shuffled(mjData* d, const problem* p);
