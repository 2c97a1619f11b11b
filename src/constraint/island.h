// Islands: groups of kinematic trees that are coupled by constraints.
#pragma once

#include <engine/data_types.h>

// Whether the dofs and rows of each island are contiguous, and the maps to island order and back
// are inverse to each other.
int islands_valid(const mjModel* m, const mjData* d);
