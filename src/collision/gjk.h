// Distance of two convex shapes: the point of their Minkowski difference A - B nearest to the
// origin, by the algorithm of Gilbert, Johnson and Keerthi.
#pragma once

#include "collision/shape.h"

// A point of A - B with the points of A and B that it is the difference of, and their ids.
typedef struct {
  mjtNum v[3], a[3], b[3];
  int id_a, id_b;
  int last_a, last_b;  // where climbing a mesh ended
} minkowski_vertex;

typedef struct {
  convex_shape *a, *b;
  mjtNum tolerance;  // wanted of the distance between smooth shapes
  int iterations;    // at most, unless exact
  mjtNum cutoff;     // distances beyond it need not be known
  int contact;       // only whether the shapes overlap matters; the cutoff is 0
  int exact;         // go on to the last digit

  minkowski_vertex simplex[4];
  int n;                // vertices of the simplex that holds the nearest point
  mjtNum dist;          // distance; 0: overlap; INFINITY: beyond the cutoff
  mjtNum scale;         // of the vertices seen: rounding is a fraction of it
  mjtNum x1[3], x2[3];  // nearest points of A and B when the distance is finite and above 0, or if
                        // exact: at 0 some points, one of each, near each other
  mjtNum apart[3];      // beyond the cutoff: a direction along which A lies after B, of any length
} gjk_query;

// Fill the lower half of q from the upper.
void gjk_solve(gjk_query* q);

// The support vertex of A - B along a unit direction.
void minkowski_support(minkowski_vertex* w, convex_shape* a, convex_shape* b, const mjtNum dir[3]);

// A tetrahedron of support points around the origin, as large as can be had, in q->simplex: for
// shapes that overlap, but whose simplex is too flat or small to go on with.  0 when none was
// found.
int gjk_enclose(gjk_query* q);
