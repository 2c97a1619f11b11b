// The convex parts of a mesh, computed once for the same triangles: kept in the asset cache and,
// when asked, on disk.
#pragma once

#include <stdbool.h>
#include <engine/parts.h>

// As it is kept: this, for each part its number of corners, then the corners of all.
typedef struct {
  char magic[8];
  double volume, hulls, lost;  // as in engParts
  int npart, ncorner;
} part_list;

static inline const int* part_corner_counts(const part_list* list) {
  return (const int*)(list + 1);
}

// 3 numbers each, in the frame of the mesh.
static inline const float* part_corners(const part_list* list) {
  return (const float*)(part_corner_counts(list) + list->npart);
}

// A surface as models have it: vertices may be there several times, as files have them apart where
// textures meet.
typedef struct {
  const float* vert;
  const int* face;
  int nvert, nface;
  const double* quat;  // turns it to how it was made, mostly along the axes of things
} part_surface;

// The parts, cut along these axes, from wherever they are (free() them), and in how->known from
// where; NULL, and in problem what is wrong.  Settings of how that are 0 are the usual ones.
part_list* parts_find(const part_surface* s, engParts* how, const char** problem);
