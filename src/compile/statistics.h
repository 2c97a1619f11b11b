// Typical numbers of a model: extent, centre, mean size, mass and inertia.
#pragma once

#include <engine/data_types.h>

// From positions in d at qpos0 and the inertia matrix there; fills m->stat.  Of d only the stack
// is written.
void statistics_compute(mjModel* m, mjData* d);
