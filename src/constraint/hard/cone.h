// The sets of impulses: projections, De Saxce's correction, how far a point is from solving.
#pragma once

#include "constraint/hard/problem.h"

// Length of n numbers.
mjtNum hard_length(const mjtNum* x, int n);

// x (the dim rows of a block) becomes the nearest point of its set, exactly inside but for rounding
// of the length.
void hard_project_block(const hard_block* b, mjtNum* x);

// The same for velocities and the dual cone: bilateral 0, ray >= 0, cone v_n >= size |v_t|.  A box
// has no cone: its velocities are left alone.
void hard_project_dual_block(const hard_block* b, mjtNum* v);

// All blocks.
void hard_project(const hard_problem* p, mjtNum* x);

// size |v_t| of a cone, 0 of anything else.
mjtNum hard_correction(const hard_block* b, const mjtNum* v);

// Largest entry of f - P_K(f - v - Gamma(v)): 0 exactly where the NCP is solved, in the units of
// the scaled problem.  Without Gamma (ncp = 0) that of the CCP.
mjtNum hard_natural_map(const hard_problem* p, const mjtNum* f, const mjtNum* v, int ncp);
