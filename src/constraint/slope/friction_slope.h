// Derivatives of the constraint forces by coefficients of friction and losses by friction.
#pragma once

#include <engine/derivative.h>

// force (nv) += the derivative of J'f at the acceleration qacc by a parameter, if it is one of
// friction; efc_force and efc_state are those of qacc.
void add_friction_parameter_slope(const mjModel* m, mjData* d, const engParameter* p,
                                  mjtNum* force);
