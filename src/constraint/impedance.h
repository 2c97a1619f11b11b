// Softness of the rows: impedance, stiffness and damping, regularisation.
#pragma once

#include <engine/engine.h>

// Fill efc_KBIP, efc_diagApprox, efc_R, efc_D and contact.mu of all rows.  In: type, id, pos and
// margin of the rows; efc_diagApprox of the rows of flex edges.
void impedance_rows(const mjModel* m, mjData* d);
