// Initial impulses: those that explain the acceleration of the last step.
#pragma once

#include "constraint/hard/problem.h"

// guess: velocity change of the rows caused by the forces of the last acceleration, scaled like p.
// f becomes impulses that cause it, as far as their sets allow (least squares, minimum norm, which
// also decides how redundant contacts share a load); or zeros, if these have less energy.
void hard_start(mjData* d, const hard_problem* p, const mjtNum* guess, mjtNum* f);

// Impulses of minimum norm with (D + R) f = change, to a relative accuracy of 1e-6 or up to a
// hundred iterations.  The impulses are not projected onto their sets.
void hard_explain(mjData* d, const hard_problem* p, const mjtNum* change, mjtNum* f);
