// Adhesive contacts: those of geoms, or explicit pairs, that hold on to each other.
#pragma once

#include <engine/data_types.h>

// Of two geoms: what one of higher priority has, else what both have together.
static inline mjtNum mixed_adhesion(mjtNum a, mjtNum b, int priority) {
  return priority > 0 ? a : priority < 0 ? b : a + b;
}

// The force with which a contact holds on (N); 0 of most, and of all that flexes are in.
mjtNum contact_adhesion(const mjModel* m, const mjContact* con);
