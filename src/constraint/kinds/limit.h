// Finding the limits of a joint or tendon among the rows.
#pragma once

#include <engine/data_types.h>

// Rows of the active limits of a joint (mjOBJ_JOINT) or tendon (mjOBJ_TENDON), which follow each
// other: returns how many, up to 2, and puts the first into *first.
int limit_rows_of(const mjData* d, int objtype, int id, int* first);
