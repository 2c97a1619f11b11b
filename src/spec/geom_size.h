// Sizes of geoms, and their bounding boxes and spheres.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// Pose and size of a primitive between two points: capsule, cylinder (radius from size[0]),
// ellipsoid or box (half widths from size[0]); its +z axis points from the second point to the
// first.  False when the points coincide.
bool geom_fromto(mjtGeom type, const double fromto[6], double pos[3], double quat[4],
                 double size[3]);

// The end points are not given any more: all six numbers are as before they were.
void geom_no_fromto(double fromto[6]);

// Number of leading sizes of the type that must be positive.
int geom_size_count(mjtGeom type);

// A description of the k-th of them.
const char* geom_size_name(mjtGeom type, int k);

// Bounding box of a primitive or plane in its own frame, as centre and half sizes.
void geom_aabb(double aabb[6], mjtGeom type, const double size[3]);

// Bounding sphere radius about the origin of a primitive; 0 for a plane.
double geom_rbound(mjtGeom type, const double size[3]);

// The same for a height field with half widths (x, y), highest point and depth of the base.
void geom_hfield_bounds(double size[3], double aabb[6], double* rbound, const double hfield[4]);
