// How easily bodies and dofs are moved, for all of them in one walk over the tree: for deep trees,
// where a solution with the factor of the inertia for each would take the cube of the depth.
#pragma once

#include <engine/data_types.h>

// Whether the inertia is that of the tree alone and some dof has many ancestors, so that this is
// worth it.
int inverse_inertia_applies(const mjModel* m);

// At the pose of d: of every body the diagonal of J M^-1 J' at its centre of mass, in world axes (6
// numbers a body: translations, then rotations), and the diagonal of M^-1.  O(nbody + nv) time and
// memory; returns 0 when there is no memory.
int inverse_inertia(const mjModel* m, const mjData* d, mjtNum* body, mjtNum* dof);
