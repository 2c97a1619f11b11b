// Whether convex shapes are so clearly apart that nothing more need be known of them.
#pragma once

#include "collision/shape.h"

// A box that holds the shape of a geom up to 1e-6 of its size, in its surroundings: quick to find,
// its lower side near the shape.
void shape_around(mjtNum lo[3], mjtNum hi[3], const convex_shape* s);

// 1 only when the shapes of two geoms are farther apart than reach: told by where each of them is
// nearest to the middle of the other, which finds nearly all that are apart but for large meshes
// and other shapes.  The samples of two meshes are used.  0 says nothing.
int shapes_apart(const convex_shape* a, const convex_shape* b, mjtNum reach);
