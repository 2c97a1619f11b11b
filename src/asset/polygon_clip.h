// Triangulation of polygons by ear clipping.
#pragma once

// Triangulate a polygon of n >= 3 points (3 floats each, roughly planar).  Writes up to n - 2
// triangles, 3 indices each, and returns their number; when no ear is left (the polygon intersects
// itself) the rest is dropped.  left: scratch for n ints.  Convex polygons need n^2 point tests,
// the worst case n^3: they are subtracted from *work, and -1 is returned when that is used up.
int polygon_clip(const float* point, int n, int* triangle, int* left, long long* work);
