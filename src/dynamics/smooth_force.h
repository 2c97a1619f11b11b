// The sum of all forces except constraint forces.
#pragma once

#include <engine/data_types.h>

// qfrc_smooth of awake dofs.
void smooth_force(const mjModel* m, mjData* d);
