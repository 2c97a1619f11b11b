// How much arena data of a model gets.
#pragma once

#include <engine/spec_types.h>

// Bytes: what the specification says, or else a guess from the sizes of m.
mjtSize memory_arena(const mjModel* m, const mjSpec* s);
