// Distance of a segment, the core of a capsule, and a cylinder.
#pragma once

#include "collision/gjk.h"

// Fill the lower half of a query whose shapes are a capsule of radius 0 and a cylinder, but for the
// simplex: by the minimum of a function of one number, to rounding.  0 when the segment is parallel
// to the axis or to the caps, or nearly: many points are the nearest then, and the general search
// decides which.
int segment_cylinder(gjk_query* q);
