// Signed distance from a point to a mesh, negative inside.
#pragma once

#include "asset/mesh.h"

typedef struct mesh_distance mesh_distance;

// Prepare for distance queries; the mesh must have its tree.  The memory belongs to the mesh.
mesh_distance* mesh_distance_new(mesh* m);

// Distance to the nearest point of the surface; the sign is determined by the angle-weighted normal
// of the face, edge or vertex that the point is on (Baerentzen and Aanaes 2005).
double mesh_signed_distance(const mesh_distance* d, const double point[3]);
