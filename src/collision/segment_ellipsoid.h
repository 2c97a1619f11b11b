// Distance of a segment, the core of a capsule, and an ellipsoid.
#pragma once

#include "collision/gjk.h"

// Fill the lower half of a query whose shapes are a capsule of radius 0 and an ellipsoid, but for
// the simplex: by the root of a function of one number, to rounding.  0 when it is not found, of
// poses and sizes without meaning.
int segment_ellipsoid(gjk_query* q);
