// Derivatives of the inertial forces of tendons with armature.
#pragma once

#include "dynamics/slope/slope.h"

// R -= scale times the derivative of k (J'J qacc + J'c) over the tendons of armature k, where c =
// dJ/dt qvel and J'J counts where M has entries.  Either vector may be NULL, for zero; qvel is that
// of the data.  Tendons of joints have constant rows and no part in it.
void subtract_tendon_inertia(slope* s, const mjtNum* qvel, const mjtNum* qacc, mjtNum scale);

// out (nv x nM, row: dof, column: entry of M in the order of mjData.qM) += the derivative of k J'J.
void add_tendon_inertia_slopes(const mjModel* m, mjData* d, mjtNum* out);
