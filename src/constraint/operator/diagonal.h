// The diagonal of J M^-1 J', exactly (mjENBL_DIAGEXACT).
#pragma once

#include <engine/data_types.h>

// diag(i) = J_i (M + diag(more))^-1 J_i' of all rows; more NULL: zeros.  M, in its pattern, NULL:
// that of d.
void exact_diagonal(const mjModel* m, mjData* d, const mjtNum* M, const mjtNum* more, mjtNum* diag);

// efc_Y alone, which solvers of forces leave since 3.9.
void constraint_half(const mjModel* m, mjData* d);
