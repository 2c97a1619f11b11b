// Convex hulls of point sets (by Qhull): volume and corners.
#pragma once

// Volume of the hull of n points (3 numbers each); 0 if they are coplanar or too few; -1 without
// memory.  corner (may be NULL, room for n) receives the indices of the points that are corners,
// *ncorner their number.
double convex_volume(const double* point, int n, int* corner, int* ncorner);

// The same, but only up to `most` (> 4) of the outermost corners are used; the hull does not
// contain the others.
double convex_volume_of_few(const double* point, int n, int most, int* corner, int* ncorner);
