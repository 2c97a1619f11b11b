// Convex hulls of points (by Qhull), their volume and corners.
#pragma once

// The volume of the hull of n points (3 each), 0 where they are flat or too few; -1 without memory.
// corner (or NULL) becomes the numbers of the points that are corners, *ncorner how many; it has
// room for n.
double convex_volume(const double* point, int n, int* corner, int* ncorner);

// The same with at most `most` corners (more than 4), those that are far out; the others lie beyond
// the hull.
double convex_volume_of_few(const double* point, int n, int most, int* corner, int* ncorner);
