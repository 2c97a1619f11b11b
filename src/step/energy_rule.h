// When the pipeline computes the energies: only if asked, and not again where a sensor just did.
#pragma once

#include <engine/model.h>

// Position stage: potential energy, or both energies cleared.  sensed: the position sensors ran.
void energy_at_position(const mjModel* m, mjData* d, int sensed);

// Velocity stage: kinetic energy.
void energy_at_velocity(const mjModel* m, mjData* d, int sensed);
