// Exact normals of curved geoms, to replace the approximate ones of an iterative collider.
#pragma once

#include "collision/shape.h"

// Replace the normal of a contact by that of the surfaces of its shapes near its position, for
// those that are spheres, capsules, ellipsoids or cylinders.
void contact_fix_normal(mjContact* con, const convex_shape* a, const convex_shape* b);
