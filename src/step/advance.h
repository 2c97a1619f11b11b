// From one state to the next, once the accelerations are known.
#pragma once

#include <engine/model.h>

// Semi-implicit advance by a time step: activations by act_dot, velocities by acc, positions by
// vel (the new velocities when NULL), time, plugins, warm start.
void advance_state(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* acc,
                   const mjtNum* vel);

// One Euler or implicit step after mj_forward.  With reuse the factorisation of the previous call
// is taken as it is, which is right as long as what it depends on has not changed.
void advance_euler(const mjModel* m, mjData* d, int reuse);
void advance_implicit(const mjModel* m, mjData* d, int reuse);

// The integrator "midpoint": positions go half of a step with the velocities as they are, before
// mj_forward (nothing with other integrators); and the rest of the step after it.
void advance_to_middle(const mjModel* m, mjData* d);
void advance_midpoint(const mjModel* m, mjData* d);

// One step of the integrator "discrete": its accelerations are those of mj_forward.
void advance_discrete(const mjModel* m, mjData* d);
