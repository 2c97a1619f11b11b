// Search all vertices of a small mesh, several at a time and in single precision.
#pragma once

#include <engine/data_types.h>

// Whether scanning n vertices is faster than climbing the hull.
static inline int vertices_scannable(int n) { return n >= 9 && n <= 120; }

// The largest product of a vertex with w, up to 1e-6 of the product of their lengths.
float vertices_reach(const float* vert, int n, const mjtNum w[3]);
