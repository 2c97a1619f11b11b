// Where solvers of impulses start: at what explains the acceleration of the last step.
#pragma once

#include "constraint/hard/problem.h"

// guess: what the forces of the last acceleration would add to the velocities of the rows, scaled
// as p is.  f becomes impulses that do so, as far as their sets allow (least squares, least norm):
// they say how a load is shared where the acceleration does not; or zeros, where these have less
// energy.
void hard_start(mjData* d, const hard_problem* p, const mjtNum* guess, mjtNum* f);

// The impulses of the least norm that change the velocities by so much: (D + R) f = change, to a
// millionth of it or as far as a hundred iterations get.  Their sets are not asked.
void hard_explain(mjData* d, const hard_problem* p, const mjtNum* change, mjtNum* f);
