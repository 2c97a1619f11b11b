// The size of the arena of mjData.
#pragma once

#include <engine/spec_types.h>

// In bytes: as given by the specification, or else estimated from the sizes of m.
mjtSize memory_arena(const mjModel* m, const mjSpec* s);
