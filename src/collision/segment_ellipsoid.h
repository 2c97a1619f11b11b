// Distance of a segment, the core of a capsule, and an ellipsoid.
#pragma once

#include "collision/gjk.h"

// Fill the results of a query between a capsule of radius 0 and an ellipsoid, except the simplex,
// by the root of a function of one variable, to rounding.  Returns 0 if there is none, which
// happens for meaningless poses and sizes only.
int segment_ellipsoid(gjk_query* q);
