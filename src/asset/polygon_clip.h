// Polygons to triangles by clipping ears.
#pragma once

// Triangulate a polygon of n >= 3 points (3 floats each, about planar).  Writes the corners of up
// to n - 2 triangles, 3 indices each, and returns how many; when no ear is left (the polygon
// crosses itself) what remains is dropped.  left: scratch for n ints.  Convex polygons take n^2
// tests of a point, the worst n^3: each is taken off *work, and -1 returned when that is used up.
int polygon_clip(const float* point, int n, int* triangle, int* left, long long* work);
