// Finding the limits of a joint or tendon among the rows.
#pragma once

#include <engine/data_types.h>

// Rows of the active limits of a joint (mjOBJ_JOINT) or tendon (mjOBJ_TENDON), which follow each
// other: returns how many, up to 2, and puts the first into *first.
int limit_rows_of(const mjData* d, int objtype, int id, int* first);

// Derivative of the distance of a row to the limit of a tendon by its length: 1 at the lower limit,
// -1 at the upper one.
int tendon_limit_side(const mjModel* m, const mjData* d, int row);
