// The shape of a rope that hangs between two points.
#pragma once

#include <engine/scalar.h>

enum { CATENARY_MAXPOINT = 100 };

// Points along a rope of a given length from x0 to x1, at most n (2 to CATENARY_MAXPOINT), gravity
// not zero; returns how many.  A rope that is too short is straight; one that hangs almost straight
// down and up again has three points.
int catenary(mjtNum (*points)[3], int n, const mjtNum x0[3], const mjtNum x1[3],
             const mjtNum gravity[3], mjtNum length);
