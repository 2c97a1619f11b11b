// Adjustments to mass, stiffness and damping of a finished model.
#pragma once

#include "compile/build.h"

// Scale all masses and inertias so that the bodies weigh settotalmass together, when that is set.
void mass_set_total(build* b);

// Stiffness and damping of joints from springdamper: time constant and damping ratio.
void mass_spring_dampers(build* b);
