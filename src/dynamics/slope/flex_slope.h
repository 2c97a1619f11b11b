// Derivatives of the elastic and damping forces of flexes.
#pragma once

#include "dynamics/slope/slope.h"

// R += derivative of the forces of add_flex_forces, except passive contacts.
void add_flex_slope(slope* s, const carried* vel, int springs, int dampers);

// R += derivative of D acc, where D is the contribution of flex edges to mjData.qDeriv.
void add_flex_damping_slope(slope* s, const carried* acc_carried);
