// The convex parts of a mesh, computed once for equal triangles: stored in the asset cache and, if
// requested, on disk.
#pragma once

#include <stdbool.h>
#include <engine/parts.h>

// Stored format: this header, the number of corners of each part, all corners.
typedef struct {
  char magic[8];
  double volume, hulls, lost;  // see engParts
  int npart, ncorner;
} part_list;

static inline const int* part_corner_counts(const part_list* list) {
  return (const int*)(list + 1);
}

// The corners, 3 numbers each, in the frame of the mesh.
static inline const float* part_corners(const part_list* list) {
  return (const float*)(part_corner_counts(list) + list->npart);
}

// A surface as models store it: vertices may be duplicated, since files separate them where
// textures meet.
typedef struct {
  const float* vert;
  const int* face;
  int nvert, nface;
  const double* quat;  // rotates it back to its original orientation, which is often axis-aligned
} part_surface;

// The parts (to be freed), cut along these axes, from cache, disk or computation; how->known says
// which.  NULL with the reason in problem.  Zero settings in `how` mean defaults.
part_list* parts_find(const part_surface* s, engParts* how, const char** problem);
