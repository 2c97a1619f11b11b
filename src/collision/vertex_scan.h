// All vertices of a small mesh looked at, several at a time and in single precision.
#pragma once

#include <engine/data_types.h>

// Whether a mesh of n vertices is one for which this is faster than climbing its hull.
static inline int vertices_scannable(int n) { return n >= 9 && n <= 120; }

// How far they reach along w, up to 1e-6 of the product of the lengths of w and of the vertices.
float vertices_reach(const float* vert, int n, const mjtNum w[3]);
