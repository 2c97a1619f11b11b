// Inverse inertia along given directions, at the pose of the data.
#pragma once

#include "kinematics/jacobian.h"
#include "math/sparse.h"

// x[r] = J M^-1 J' for row r of J (nrow x chain.n, row-major, overwritten), whose columns are the
// dofs of a chain, ascending and containing all their ancestors.  O(nrow n^2).
void inverse_weight_chain(const mjModel* m, const mjData* d, mjtNum* x, mjtNum* jac, int nrow,
                          dof_chain chain);

// J M^-1 J' of one row; visits only the trees it touches.  work: nv zeros, zeros again afterwards.
mjtNum inverse_weight_row(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac);

// The length of M^-1 J' for one row; work as above.
mjtNum inverse_response(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac);
