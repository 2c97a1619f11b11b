// What hard contact cannot be asked for.
#pragma once

#include <engine/data_types.h>

// What in the options does not go with their hard solver, and what to use instead, into the text.
// Returns 0 when all is well, also for soft solvers.
int hard_refuses(const mjModel* m, char* text, int size);
