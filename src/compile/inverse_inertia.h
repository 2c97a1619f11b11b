// Diagonals of inverse inertias for all bodies and dofs in one pass over the tree.  For deep trees;
// one solve with the factor of M per body would take time cubic in the depth.
#pragma once

#include <engine/data_types.h>

// Whether M is that of the tree alone (no tendon armature) and some dof has so many ancestors that
// this is worthwhile.
int inverse_inertia_applies(const mjModel* m);

// At the pose of d: for every body the diagonal of J M^-1 J' at its centre of mass in world axes (6
// numbers: translations, then rotations), and the diagonal of M^-1.  O(nbody + nv) time and memory;
// returns 0 without memory.
int inverse_inertia(const mjModel* m, const mjData* d, mjtNum* body, mjtNum* dof);
