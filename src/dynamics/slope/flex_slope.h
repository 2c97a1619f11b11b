// Derivatives of the elastic and damping forces of deformables.
#pragma once

#include "dynamics/slope/slope.h"

// R += the derivative of what add_flex_forces exerts, but for passive contacts.
void add_flex_slope(slope* s, const carried* vel, int springs, int dampers);

// R += that of D acc, D being what the edges of flexes add to mjData.qDeriv.
void add_flex_damping_slope(slope* s, const carried* acc_carried);
