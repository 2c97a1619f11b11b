// Adhesive contacts: those of geoms, or explicit pairs, that hold on to each other.
#pragma once

#include <engine/data_types.h>

// Of two geoms: what one of higher priority has, else what both have together.
static inline mjtNum mixed_adhesion(mjtNum a, mjtNum b, int priority_a, int priority_b) {
  return priority_a > priority_b ? a : priority_a < priority_b ? b : a + b;
}

// The force with which a contact holds on (N); 0 of most, and of all that flexes are in.
mjtNum contact_adhesion(const mjModel* m, const mjContact* con);
