// How deep two (inflated) convex shapes overlap, by the pipeline that the options choose.
#pragma once

#include "collision/shape.h"

typedef struct {
  mjtNum depth;      // not negative
  mjtNum normal[3];  // unit, from A to B
  mjtNum pos[3];     // between the surfaces
} ccd_depth;

// 1 when they overlap.  When they do not only the normal is set: to a direction, of any length and
// in the frame of A (of a mesh, where it meets another shape), along which A lies before B, or to
// zero when none has been found.
int ccd_overlap(const mjModel* m, const mjData* d, convex_shape* a, convex_shape* b,
                ccd_depth* out);
