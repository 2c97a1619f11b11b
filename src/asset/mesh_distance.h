// The signed distance from a point to a mesh, negative inside.
#pragma once

#include "asset/mesh.h"

typedef struct mesh_distance mesh_distance;

// Prepare, for a mesh that has its tree; memory is the mesh's.
mesh_distance* mesh_distance_new(mesh* m);

// The distance to the nearest point of the surface; the sign is that of the angle-weighted normal
// of the face, edge or vertex the point is on (Baerentzen and Aanaes).
double mesh_signed_distance(const mesh_distance* d, const double point[3]);
