// The diagonal of J M^-1 J', exactly (mjENBL_DIAGEXACT).
#pragma once

#include <engine/data_types.h>

// diag(i) = J_i (M + diag(more))^-1 J_i' for all rows; more == NULL: zeros.  M == NULL: that of d,
// otherwise a matrix on the same pattern.
void exact_diagonal(const mjModel* m, mjData* d, const mjtNum* M, const mjtNum* more, mjtNum* diag);

// Compute efc_Y only, which dual solvers do not need since 3.9.
void constraint_half(const mjModel* m, mjData* d);
