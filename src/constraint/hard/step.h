// The row velocities of a time step with hard contact, with stabilisation and restitution.
#pragma once

#include "constraint/problem.h"

// For all rows of d; allocated on its stack.  Computes qDeriv if the integrator needs it.
hard_step hard_step_make(const mjModel* m, mjData* d);

// With the row velocities b for a given acceleration.
hard_step hard_step_at(const mjModel* m, mjData* d, const mjtNum* acceleration);

// The same data in island order.
hard_step hard_step_gather(const mjModel* m, mjData* d, const hard_step* whole);

// Derivatives of a row's velocity J (qvel + h acceleration) + correction: by_pos with respect to
// efc_pos, by_vel with respect to J qvel (1, or more where the contact rebounds); one number per
// row.  Not for regularisation of the soft model.
void hard_correction_slopes(const mjModel* m, mjData* d, mjtNum* by_pos, mjtNum* by_vel);
