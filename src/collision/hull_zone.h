// The inside of the convex hull of a mesh.
#pragma once

#include <stdbool.h>
#include <engine/data_types.h>

// Is a point strictly inside?  It is given in the frame of the user's vertices.  Meshes without a
// hull contain nothing.
bool hull_contains(const mjModel* m, int mesh, const mjtNum point[3]);

// Does a ray from a point, in that frame, meet the hull?
bool hull_on_ray(const mjModel* m, int mesh, const mjtNum point[3], const mjtNum along[3]);
