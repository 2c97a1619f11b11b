// A quick test that finds convex shapes which are clearly separated.
#pragma once

#include "collision/shape.h"

// A box that contains the shape of a geom up to 1e-6 of its size; the lower side is tight.
void shape_around(mjtNum lo[3], mjtNum hi[3], const convex_shape* s);

// Returns 1 only if the shapes of two geoms are farther apart than reach: tests the directions from
// each shape to the centre of the other, which finds nearly all separated pairs except large
// meshes.  Uses the hull samples of meshes. A result of 0 says nothing.
int shapes_apart(const convex_shape* a, const convex_shape* b, mjtNum reach);
