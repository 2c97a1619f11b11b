// When energies are computed: only if enabled, and not again if a sensor has just done so.
#pragma once

#include <engine/model.h>

// Position stage: potential energy, or clears both energies.  sensed: the position sensors have
// run.
void energy_at_position(const mjModel* m, mjData* d, int sensed);

// Velocity stage: kinetic energy.
void energy_at_velocity(const mjModel* m, mjData* d, int sensed);
