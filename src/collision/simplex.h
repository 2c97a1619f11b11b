// The point of a simplex nearest to the origin.
#pragma once

#include "collision/gjk.h"

// The point x of the hull of n <= 4 vertices nearest to the origin, with its weights.  Vertices
// that have no weight are removed; returns how many remain, 0 when they are not numbers.  All four
// remain when the origin is surely inside: x is then 0.  Thorough: every face and edge is looked
// at, where otherwise signs of volumes, unsure for flat simplices, decide which.
int simplex_nearest(mjtNum x[3], mjtNum weight[4], minkowski_vertex* s, int n, int thorough);
