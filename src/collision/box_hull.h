// How deep a box and a small hull overlap: of all ways out the shortest, without a search.
#pragma once

#include "collision/ccd.h"
#include "collision/hull_shell.h"

typedef enum { BOX_HULL_APART, BOX_HULL_OVERLAP, BOX_HULL_UNSURE } box_hull_state;

// OVERLAP: r holds it, in the world but for the face, which is not given.  UNSURE: several ways are
// as short up to rounding (a flat side on another), or none can be told.
box_hull_state box_hull(const convex_shape* box, const convex_shape* mesh, const hull_shell* shell,
                        ccd_result* r);
