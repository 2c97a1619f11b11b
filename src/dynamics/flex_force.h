// Elastic and damping forces of deformables.
#pragma once

#include <engine/data_types.h>

// qfrc_spring and qfrc_damper += those of all flexes: bending of shells, elements, interpolated
// flexes, edges as springs, passive contacts.  Elements ignore the flags, as in the API: their
// damping counts as a spring.  Needs edge velocities.
void add_flex_forces(const mjModel* m, mjData* d, int springs, int dampers);

// Potential energy of the edges of one-dimensional flexes.
mjtNum flex_edge_energy(const mjModel* m, const mjData* d);
