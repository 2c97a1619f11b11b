// The per-geom data of the ellipsoid fluid model.
#pragma once

#include <engine/model_types.h>

// A row of geom_fluid: the interaction coefficient, the five force coefficients, and virtual mass
// and inertia of the equivalent ellipsoid for unit fluid density.  All zero unless interaction > 0.
void geom_fluid(mjtNum fluid[12], mjtGeom type, const double size[3], double interaction,
                const double coefs[5]);
