// Penetration of two convex shapes by libccd: Minkowski portal refinement.  Used when the native
// pipeline is switched off.
#pragma once

#include "collision/shape.h"

// 1 when the (inflated) shapes overlap: depth >= 0, unit direction from A to B, position between
// the surfaces.
int ccd_legacy(convex_shape* a, convex_shape* b, mjtNum tolerance, int iterations, mjtNum* depth,
               mjtNum dir[3], mjtNum pos[3]);
