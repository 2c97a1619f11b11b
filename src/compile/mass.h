// Adjustments to mass, stiffness and damping of a finished model.
#pragma once

#include "compile/build.h"

// Scale all masses and inertias to the total mass settotalmass, if that is set.
void mass_set_total(build* b);

// Compute joint stiffness and damping from springdamper (time constant, damping ratio).
void mass_spring_dampers(build* b);
