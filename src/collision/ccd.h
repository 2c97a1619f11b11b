// Signed distance of two convex shapes: GJK, then EPA if they overlap.
#pragma once

#include "collision/epa.h"

typedef struct {
  const mjData* d;  // as in epa_query
  mjtNum tolerance;
  int iterations;
  mjtNum cutoff;  // distances beyond it need not be known; 0: only whether and how they overlap
  int with_face;  // whether face is wanted; if several faces contain the points, the reference's
} ccd_options;

typedef struct {
  mjtNum dist;          // negative: overlap; INFINITY: beyond the cutoff
  mjtNum x1[3], x2[3];  // witness points on the (inflated) surfaces of A and B
  mjtNum normal[3];     // unit, from A to B; beyond the cutoff a direction of any length, in the
                        // frame of A (of a mesh against another shape in that of the mesh), along
                        // which ccd_native found all of A before B
  int has_face;         // asked for, overlap found by EPA: the face of the difference it ended on
  minkowski_vertex face[3];  // in that frame
} ccd_result;

// As in the reference: iterations end at a tolerance, or at their maximum number.
void ccd_native(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r);

// As exact as rounding permits: error below 1e-9 of the size of the shapes.  Shapes are not
// inflated.  The result has no face.  d: as in epa_query.
void ccd_exact(const mjData* d, const convex_shape* a, const convex_shape* b, mjtNum cutoff,
               ccd_result* r);
