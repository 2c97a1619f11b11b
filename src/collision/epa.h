// Penetration of two convex shapes: the point of the boundary of their Minkowski difference nearest
// to the origin, by the expanding polytope algorithm.
#pragma once

#include <engine/data_types.h>

#include "collision/gjk.h"

typedef struct {
  const mjData* d;  // whose stack has the memory for many steps, while a stage runs
  convex_shape *a, *b;
  mjtNum
      tolerance;  // stop when the depth is known to this; hulls of points unless exact: to rounding
  int iterations;          // at most
  int exact;               // the tolerance holds for all shapes
  minkowski_vertex* face;  // NULL or room for the face of the difference that holds the point

  mjtNum depth;            // a lower bound; above 0 unless exact
  mjtNum upper;            // an upper bound: the least extent of the difference seen along a normal
  mjtNum upper_normal[3];  // that normal, if exact
  mjtNum x1[3], x2[3];     // deepest points; x1 - x2 is the way out, of length depth
  mjtNum normal[3];        // that way out, unit
} epa_query;

// Fill the lower half of e, from a simplex of n >= 2 vertices that holds the origin to within
// rounding.  0 when the shapes do not overlap, or no polytope around the origin could be built.
int epa_solve(epa_query* e, const minkowski_vertex* simplex, int n);
