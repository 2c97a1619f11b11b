// Rotational inertia as a tensor of six numbers: xx, yy, zz, xy, xz, yz.
#pragma once

#include <stdbool.h>

// tensor += R(quat) diag(moment) R(quat)' + the parallel axis term of mass at offset.
void tensor_add(double tensor[6], const double quat[4], const double moment[3], double mass,
                const double offset[3]);

// Principal axes: tensor = R(quat) diag(moment) R(quat)', moments in descending order.  The choice
// among equivalent rotations is part of the contract: Jacobi sweeps on a quaternion.  rest: largest
// off-diagonal entry that may remain, relative to the largest entry of the tensor; with AXES_USUAL
// up to 1e-6 of a difference of moments.  False when the smallest moment is not positive.
bool tensor_principal(const double tensor[6], double quat[4], double moment[3], double rest);

#define AXES_USUAL 0      // before 3.14
#define AXES_EXACT 4e-15  // to rounding: bodies since 3.14
#define AXES_MESH  1e-7   // meshes since 3.14
