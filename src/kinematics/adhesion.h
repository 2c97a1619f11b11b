// Adhesive contacts: a geom or explicit pair can hold on to what it touches with a given force.
#pragma once

#include <engine/data_types.h>

// Adhesion of two geoms: that of the geom with higher priority, or the sum when priorities are
// equal.
static inline mjtNum mixed_adhesion(mjtNum a, mjtNum b, int priority_a, int priority_b) {
  return priority_a > priority_b ? a : priority_a < priority_b ? b : a + b;
}

// The attractive force of a contact (N); 0 for contacts without adhesion and for those of flexes.
mjtNum contact_adhesion(const mjModel* m, const mjContact* con);
