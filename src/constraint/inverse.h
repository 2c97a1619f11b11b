// Constraint forces of given accelerations, for functions built on inverse dynamics.
#pragma once

#include <engine/data_types.h>

// mj_invConstraint, with contact.H of cones too.
void inverse_constraint_with_cones(const mjModel* m, mjData* d);
