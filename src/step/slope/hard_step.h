// Derivatives of a step with hard contact.
#pragma once

#include "step/slope/step_slope.h"

// Whether the model has them; else *why names the feature without.
int hard_steps_have_slopes(const mjModel* m, const char** why);

// Numbers taken from the stack, in addition to those of the acceleration.
size_t hard_slope_size(const mjModel* m, const mjData* d, int columns);

// Replace w->a.R (opened with COLUMNS_STATE or COLUMNS_FORCES) by the derivatives of
// w->integrator.acc.  Returns 0 where the impulses have no derivatives: see
// constraint/slope/hard_law_slope.h.
int hard_step_slope(step_slope* w);
