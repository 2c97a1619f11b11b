// Volume and inertia of the primitive shapes, filled or as a shell.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// Volume of a filled primitive, area of a shell; 0 for a plane.  A height field counts as the box
// of its size.
double geom_volume(mjtGeom type, const double size[3], bool shell);

// Principal moments about the centre, in the geom's own frame, of a primitive of uniform density.
void geom_inertia(double inertia[3], mjtGeom type, const double size[3], bool shell, double mass);
