// The inverse inertia seen along given directions, at the pose of the data.
#pragma once

#include "kinematics/jacobian.h"
#include "math/sparse.h"

// x[r] becomes the r-th row's J M^-1 J', for nrow rows of J (nrow x chain.n, row-major,
// overwritten) whose columns are the n dofs of a chain, ascending: every dof's ancestors come
// before it.  O(nrow n^2).
void inverse_weight_chain(const mjModel* m, const mjData* d, mjtNum* x, mjtNum* jac, int nrow,
                          dof_chain chain);

// J M^-1 J' of one row; only the trees it touches are visited.  work: nv zeros, and zeros after.
mjtNum inverse_weight_row(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac);

// The length of M^-1 J' for one row; work as above.
mjtNum inverse_response(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac);
