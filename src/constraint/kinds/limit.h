// Finding the limit rows of a joint or tendon.
#pragma once

#include <engine/data_types.h>

// The rows of active limits of a joint (mjOBJ_JOINT) or tendon (mjOBJ_TENDON), which are adjacent:
// returns their number (0 to 2); *first becomes the first.
int limit_rows_of(const mjData* d, int objtype, int id, int* first);

// Derivative of the position of a limit row by the tendon's length: 1 at the lower limit, -1 at the
// upper.
int tendon_limit_side(const mjModel* m, const mjData* d, int row);
