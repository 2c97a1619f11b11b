// Derivatives of the inertial forces of tendons with armature.
#pragma once

#include "dynamics/slope/slope.h"

// R -= scale times the derivative of k (J'J qacc + J'c) over the tendons with armature k, where c =
// dJ/dt qvel and J'J is restricted to the pattern of M.  Either vector may be NULL, for zero; qvel
// must be that of the data.  Fixed tendons have constant rows and do not contribute.
void subtract_tendon_inertia(slope* s, const mjtNum* qvel, const mjtNum* qacc, mjtNum scale);

// out (nv x nM, row: dof, column: entry of M in the order of mjData.qM) += the derivative of k J'J.
void add_tendon_inertia_slopes(const mjModel* m, mjData* d, mjtNum* out);
