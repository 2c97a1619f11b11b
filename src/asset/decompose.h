// Approximate convex decomposition: a solid, given by its surface, in few convex parts.
#pragma once

#include <stdbool.h>

enum { MOST_CORNERS = 64 };  // what the search for contacts looks at in one go

// A convex part: the corners of its hull.
typedef struct {
  int nvert;
  double* vert;  // 3 each
  double volume;
} convex_part;

typedef struct {
  double volume;  // of the solid
  double hulls;   // of the hulls of all parts; they do not overlap, and hold the solid
  double lost;    // of these what is beyond parts, which have no more than MOST_CORNERS
  int npart;
  convex_part* part;
} decomposition;

typedef struct {
  int nvert, nface;
  const double* vert;
  const int* face;  // counter-clockwise seen from outside; without open edges
} solid_surface;

// Cut a solid by planes along the axes, the worst part first, until the hulls of all parts have at
// most (1 + error) times its volume or there are maxpart of them.  The same parts for the same
// numbers.  NULL, or what is wrong; then there is nothing in d.
const char* decompose(decomposition* d, const solid_surface* s, double error, int maxpart);

void decomposition_free(decomposition* d);
