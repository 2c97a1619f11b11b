// Derivatives of contact geometry by centred differences of the routine of the pair, over the six
// motions of geom 2.
#pragma once

#include "collision/contact_slope.h"
#include "collision/pair.h"

// Turns about the axes of the world through the contact's position, and moves along them.
enum { MOTIONS = 6 };

mjfCollision routine_of(const mjModel* m, const mjContact* con);

// Whether the routine searches, and ends where it is near enough.
int uses_search(const mjModel* m, const mjContact* con);

// The margin that the routine is called with; it may inflate shapes by it.
mjtNum routine_margin(const mjModel* m, const mjContact* con);

// The slope for the motions in a mask; returns those that are in doubt.
int contact_by_differences(const mjModel* m, mjData* d, const mjContact* con, int motions,
                           contact_slope* out);
