// Softness of the rows: impedance, stiffness and damping, regularisation.
#pragma once

#include <engine/engine.h>

// Fill efc_KBIP, efc_diagApprox, efc_R, efc_D and contact.mu of all rows.  In: type, id, pos and
// margin of the rows; efc_diagApprox holds the approximate diagonal of J M^-1 J' from assembly, for
// a contact in its first row only.
void impedance_rows(const mjModel* m, mjData* d);
