// Distance of a segment, the core of a capsule, and a cylinder.
#pragma once

#include "collision/gjk.h"

// Fill the results of a query between a capsule of radius 0 and a cylinder, except the simplex, by
// minimising a function of one variable to rounding.  Returns 0 if the segment is nearly parallel
// to the axis or to the caps: the nearest point is not unique then, and the general search must
// choose.
int segment_cylinder(gjk_query* q);
