// Conversion of body forces to generalised forces.
#pragma once

#include <engine/data_types.h>

// qfrc += S . w for wrenches w on all bodies (nbody x 6, about the centres of their trees).  The
// wrenches are summed up the trees in place.  O(nbody + nv).
void project_wrenches(const mjModel* m, const mjData* d, mjtNum* wrench, mjtNum* qfrc);
