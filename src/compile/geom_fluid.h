// What the ellipsoid model of fluid forces keeps for each geom.
#pragma once

#include <engine/model_types.h>

// The row of geom_fluid: the interaction coefficient, the five force coefficients, and virtual
// mass and inertia, for unit fluid density, of the ellipsoid that stands for the geom.
// All zero unless interaction > 0.
void geom_fluid(mjtNum fluid[12], mjtGeom type, const double size[3], double interaction,
                const double coefs[5]);
