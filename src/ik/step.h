// Steps of a search.
#pragma once

#include "ik/problem.h"

// The step that solves (hessian + damping) step = -gradient where nothing is held, while what is
// held moves by its step; then whatever would leave its limits is held too.  False, and no step,
// when the matrix is not positive definite.
bool ik_step(ik_search* s, mjtNum damping);

// Go down from qpos of d until the targets are reached (with a pull to the posture: beyond), no
// step helps, or niter steps are done. thorough: take no slowness for a dead end.  The
// configuration is left in qpos of d, its errors are returned; *niter becomes the steps done,
// *stuck whether no step helps.
ik_errors ik_descend(ik_search* s, bool thorough, int* niter, bool* stuck);
