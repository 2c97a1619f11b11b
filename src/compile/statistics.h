// Model statistics: extent, centre, mean size, mass and inertia.
#pragma once

#include <engine/data_types.h>

// Fill m->stat from the positions in d at qpos0 and the inertia matrix there.  Uses the stack of d,
// changes nothing else.
void statistics_compute(mjModel* m, mjData* d);
