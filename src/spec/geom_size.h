// The size of a geom, and the box and the sphere that hold it.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// A primitive between two points: pose and size of a capsule, cylinder (radius from size[0]),
// ellipsoid or box (half widths from size[0]); its +z points from the second point to the first.
// False when the points coincide.
bool geom_fromto(mjtGeom type, const double fromto[6], double pos[3], double quat[4],
                 double size[3]);

// How many leading sizes of the type must be positive.
int geom_size_count(mjtGeom type);

// What the k-th of them is, in words.
const char* geom_size_name(mjtGeom type, int k);

// Box of a primitive or plane in its own frame, as centre and half sizes.
void geom_aabb(double aabb[6], mjtGeom type, const double size[3]);

// Radius about its origin of a primitive; 0 for a plane, which has none.
double geom_rbound(mjtGeom type, const double size[3]);

// The same of a height field of half widths (x, y), highest point and depth of the base.
void geom_hfield_bounds(double size[3], double aabb[6], double* rbound, const double hfield[4]);
