// Derivatives of constraint forces by friction coefficients and friction loss.
#pragma once

#include <engine/derivative.h>

// force (nv) += derivative of J'f at acceleration qacc by a parameter, if it is one of friction;
// efc_force and efc_state must be those of qacc.
void add_friction_parameter_slope(const mjModel* m, mjData* d, const engParameter* p,
                                  mjtNum* force);
