// The diagonal of J M^-1 J', exactly (mjENBL_DIAGEXACT).
#pragma once

#include <engine/data_types.h>

// diag(i) = J_i (M + diag(more))^-1 J_i' of all rows; more NULL: zeros.
void exact_diagonal(const mjModel* m, mjData* d, const mjtNum* more, mjtNum* diag);
