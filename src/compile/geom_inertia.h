// Volume and inertia of primitive shapes, solid or shell.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// Volume of a solid primitive, or area of a shell; 0 for a plane.  A height field counts as a box
// of its size.
double geom_volume(mjtGeom type, const double size[3], bool shell);

// Principal moments about the centre, in the geom's own frame, of a primitive of uniform density.
void geom_inertia(double inertia[3], mjtGeom type, const double size[3], bool shell, double mass);
