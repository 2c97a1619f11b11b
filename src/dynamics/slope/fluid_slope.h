// Derivatives of the forces of the medium.
#pragma once

#include "dynamics/slope/slope.h"

// R += the derivative of qfrc_fluid.
void add_fluid_slope(slope* s, const carried* vel);

// R += the derivative of (D acc), D being what the medium adds to mjData.qDeriv.
void add_fluid_damping_slope(slope* s, const carried* vel, const carried* acc);
