// The sets of admissible impulses: projections, De Saxce's correction, and the natural map.
#pragma once

#include "constraint/hard/problem.h"

// Euclidean length of n numbers.
mjtNum hard_length(const mjtNum* x, int n);

// Project x (the dim rows of a block) onto the block's set; the result is inside up to rounding of
// the length.
void hard_project_block(const hard_block* b, mjtNum* x);

// Project velocities onto the dual cone: bilateral 0, ray >= 0, cone v_n >= size |v_t|.  Velocities
// of a box are unchanged, since a box is no cone.
void hard_project_dual_block(const hard_block* b, mjtNum* v);

// Project all blocks.
void hard_project(const hard_problem* p, mjtNum* x);

// size |v_t| for a cone, 0 otherwise.
mjtNum hard_correction(const hard_block* b, const mjtNum* v);

// Largest entry of f - P_K(f - v - Gamma(v)), the natural map: 0 exactly at solutions of the NCP.
// In the units of the scaled problem.  With ncp = 0 without Gamma, for the CCP.
mjtNum hard_natural_map(const hard_problem* p, const mjtNum* f, const mjtNum* v, int ncp);
