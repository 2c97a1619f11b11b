// Signed distance of a mesh from the octree that was made of it when the model was compiled.
#pragma once

#include <engine/data_types.h>

// Whether the mesh has an octree.
int octree_exists(const mjModel* m, int mesh);

// The distance at x, in the frame of the mesh, interpolated in the leaf that holds x; outside of
// the tree, of the nearest point of its box plus the way there.  g, if wanted, becomes its
// derivative: inside with respect to the coordinates of the leaf, which run from 0 to 1 whatever
// its size; outside with respect to x.
mjtNum octree_field(const mjModel* m, int mesh, mjtNum* g, const mjtNum x[3]);
