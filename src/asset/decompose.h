// Approximate convex decomposition of a solid, given by its surface.
#pragma once

#include <stdbool.h>

enum { MOST_CORNERS = 64 };  // maximum handled by one pass of the contact search

// A convex part: the corners of its hull.
typedef struct {
  int nvert;
  double* vert;  // 3 numbers each
  double volume;
} convex_part;

typedef struct {
  double volume;  // of the solid
  double hulls;   // total of all parts; their hulls do not overlap and contain the solid
  double lost;    // volume cut off by limiting parts to MOST_CORNERS corners
  int npart;
  convex_part* part;
} decomposition;

typedef struct {
  int nvert, nface;
  const double* vert;
  const int* face;  // counter-clockwise seen from outside; the surface is closed
} solid_surface;

// Cut a solid by axis-aligned planes, the worst part first, until the hulls of all parts have at
// most (1 + error) times its volume or there are maxpart parts.  Deterministic.  Returns NULL, or
// what is wrong; d is then empty.
const char* decompose(decomposition* d, const solid_surface* s, double error, int maxpart);

void decomposition_free(decomposition* d);
