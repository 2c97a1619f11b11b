// Finds pairs of bodies and flexes that are near each other.
#pragma once

#include "collision/key_list.h"

// The keys (see filter.h) of all candidate pairs, ascending, each once; n of them, on the stack of
// d: the caller holds a frame open.  Every pair whose geoms may touch is among them, except those
// that the body-level filters keep apart (excludes are left to the caller).
uint64_t* broad_phase(const mjModel* m, mjData* d, int* n);

// Whether the filters of bodies leave anything that may collide; looked at for few bodies only,
// where it costs less than the boxes: else true.
int some_may_meet(const mjModel* m);
