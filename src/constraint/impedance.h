// Softness of the rows: impedance, stiffness and damping, regularisation.
#pragma once

#include <engine/engine.h>

// Fill efc_KBIP, efc_diagApprox, efc_R, efc_D and contact.mu of all rows.  In: type, id, pos and
// margin of the rows; in efc_diagApprox what assembly approximates the diagonal of J M^-1 J' by, of
// a contact in its first row.
void impedance_rows(const mjModel* m, mjData* d);
