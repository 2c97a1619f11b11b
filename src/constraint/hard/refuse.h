// Options that do not go with hard contact.
#pragma once

#include <engine/data_types.h>

// Writes to text which option is incompatible with the hard solver, and what to use instead.
// Returns 0 when there is none, also for soft solvers.
int hard_refuses(const mjModel* m, char* text, int size);
