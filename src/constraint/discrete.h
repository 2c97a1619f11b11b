// Rows as the integrator "discrete" has them: as they act at the end of the step.
#pragma once

#include "dynamics/metric.h"

// mjData.efm_rows: for what the softness of rows was found.
enum {
  ROWS_AS_THEY_ARE,   // for what they are now: every other integrator
  ROWS_AWAIT_METRIC,  // for nothing yet: the metric of the step is needed
  ROWS_OF_STEP_END,
};

// By what a row with these K, B and impedance resists more, and asks for less, at the end of the
// step than now: 1 + h B + h^2 K I.
static inline mjtNum discrete_softening(const mjModel* m, const mjtNum kbip[4]) {
  mjtNum h = m->opt.timestep;
  return 1 + h * kbip[1] + h * h * kbip[0] * kbip[2];
}

// Fill R, D and aref of all rows for the metric g; needs their velocities.  R and D are found once
// after assembly.
void discrete_rows(const mjModel* m, mjData* d, const metric* g);

// efc_aref of all rows, from their positions and velocities.
void reference_rows(const mjModel* m, mjData* d);
