// What hard contact asks of a time step: velocities of the rows, with stabilisation and
// restitution.
#pragma once

#include "constraint/problem.h"

// For all rows of d; made on its stack.  With qDeriv where the integrator needs it.
hard_step hard_step_make(const mjModel* m, mjData* d);

// With velocities b as they are when the acceleration is this.
hard_step hard_step_at(const mjModel* m, mjData* d, const mjtNum* acceleration);

// The same in the order of the islands.
hard_step hard_step_gather(const mjModel* m, mjData* d, const hard_step* whole);

// How the velocity that a row is judged by, J (qvel + h acceleration) and its correction, changes
// besides: by_pos with efc_pos, by_vel (1, or more where it bounces) with J qvel; one each a row.
// Without softness of the soft model.
void hard_correction_slopes(const mjModel* m, mjData* d, mjtNum* by_pos, mjtNum* by_vel);
