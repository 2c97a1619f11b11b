// Steps of a search.
#pragma once

#include "ik/problem.h"

// Solve (hessian + damping) step = -gradient for the free dofs; fixed dofs move by their given
// step.  Then fix whatever would leave its limits, and repeat.  False, with no step, when the
// matrix is not positive definite.
bool ik_step(ik_search* s, mjtNum damping);

// Descend from d->qpos until the targets are reached (with a posture term: beyond that), no step
// helps, or niter steps are done.  thorough: do not give up because of slow progress.  Leaves the
// configuration in d->qpos and returns its errors; *niter becomes the number of steps done, *stuck
// whether no step helped.
ik_errors ik_descend(ik_search* s, bool thorough, int* niter, bool* stuck);
