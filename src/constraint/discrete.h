// Rows as the integrator "discrete" has them: as they act at the end of the step.
#pragma once

#include "dynamics/metric.h"

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
