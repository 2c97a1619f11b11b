// Islands: groups of kinematic trees that constraints tie together.
#pragma once

#include <engine/data_types.h>

// Whether islands have their dofs and rows one after another, and the maps to their order and back
// undo each other.
int islands_valid(const mjModel* m, const mjData* d);
