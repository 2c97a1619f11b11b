// Signed distance of two convex shapes by the native pipeline: GJK, then EPA when they overlap.
#pragma once

#include "collision/epa.h"

typedef struct {
  mjtNum tolerance;  // of the reference's scheme, which decides where its iterations stop
  int iterations;
  mjtNum cutoff;  // distances beyond it need not be known; 0: only whether and how they overlap
  int exact;      // as accurate as rounding permits, whatever the two above say
} ccd_options;

typedef struct {
  mjtNum dist;          // negative: overlap; INFINITY: beyond the cutoff
  mjtNum x1[3], x2[3];  // witness points on the (inflated) surfaces of A and B
  mjtNum normal[3];     // unit, from A to B, when there is a distance
  int has_face;         // overlap found by EPA: the face of the difference it ended on
  minkowski_vertex face[3];
} ccd_result;

void ccd_native(convex_shape* a, convex_shape* b, const ccd_options* o, ccd_result* r);
