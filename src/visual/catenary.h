// The shape of a rope hanging between two points.
#pragma once

#include <engine/scalar.h>

enum { CATENARY_MAXPOINT = 100 };

// At most n points (2 to CATENARY_MAXPOINT) along a rope of given length from x0 to x1; gravity
// must not be zero. Returns their number.  A rope that is too short is straight; one that hangs
// almost vertically has three points.
int catenary(mjtNum (*points)[3], int n, const mjtNum x0[3], const mjtNum x1[3],
             const mjtNum gravity[3], mjtNum length);
