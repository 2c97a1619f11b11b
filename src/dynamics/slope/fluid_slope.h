// Derivatives of fluid forces.
#pragma once

#include "dynamics/slope/slope.h"

// R += derivative of qfrc_fluid.
void add_fluid_slope(slope* s, const carried* vel);

// R += derivative of D acc, where D is the fluid's contribution to mjData.qDeriv.
void add_fluid_damping_slope(slope* s, const carried* vel, const carried* acc);
