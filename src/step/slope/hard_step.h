// Derivatives of a step with hard contact.
#pragma once

#include "step/slope/step_slope.h"

// Whether the model has them; else *why names what has none.
int hard_steps_have_slopes(const mjModel* m, const char** why);

// Numbers on the stack beside those of the acceleration.
size_t hard_slope_size(const mjModel* m, const mjData* d, int columns);

// w->a.R (COLUMNS_STATE or COLUMNS_FORCES, opened) becomes the derivatives of what the integrator
// adds, w->integrator.acc.  0 where the impulses have none: see constraint/slope/hard_law_slope.h.
int hard_step_slope(step_slope* w);
