// Forces on bodies, turned into forces on dofs.
#pragma once

#include <engine/data_types.h>

// qfrc += the work of wrenches on all bodies (nbody x 6, about the centres of their trees) along
// the dofs.  The wrenches are summed up the trees in place.  O(nbody + nv).
void project_wrenches(const mjModel* m, const mjData* d, mjtNum* wrench, mjtNum* qfrc);
