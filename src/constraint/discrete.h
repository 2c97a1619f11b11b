// Constraint rows for the integrator "discrete": evaluated at the end of the step.
#pragma once

#include "dynamics/metric.h"

// mjData.efm_rows: which integrator the regularisation of the rows was computed for.
enum {
  ROWS_AS_THEY_ARE,   // for the present state: all other integrators
  ROWS_AWAIT_METRIC,  // not yet computed: the metric of the step is needed first
  ROWS_OF_STEP_END,
};

// The factor 1 + h B + h^2 K I by which a row with stiffness K, damping B and impedance I resists
// more, and its reference acceleration is smaller, at the end of the step.
static inline mjtNum discrete_softening(const mjModel* m, const mjtNum kbip[4]) {
  mjtNum h = m->opt.timestep;
  return 1 + h * kbip[1] + h * h * kbip[0] * kbip[2];
}

// Fill R, D and aref of all rows for the metric g; the row velocities must be known.  R and D are
// computed once after assembly.
void discrete_rows(const mjModel* m, mjData* d, const metric* g);

// Compute efc_aref of all rows from their positions and velocities.
void reference_rows(const mjModel* m, mjData* d);
