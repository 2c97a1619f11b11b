// Time integration, once the accelerations are known.
#pragma once

#include <engine/model.h>

// Semi-implicit step: activations by act_dot, velocities by acc, positions by vel (NULL: the new
// velocities), then time, plugins, warm start.
void advance_state(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* acc,
                   const mjtNum* vel);

// One Euler or implicit step after mj_forward.  reuse: the factorisation of the previous call is
// used again; valid only if nothing that it depends on has changed.
void advance_euler(const mjModel* m, mjData* d, int reuse);
void advance_implicit(const mjModel* m, mjData* d, int reuse);

// The integrator "midpoint": advance_to_middle moves positions half a step with the present
// velocities, before mj_forward (it does nothing for other integrators); advance_midpoint completes
// the step afterwards.
void advance_to_middle(const mjModel* m, mjData* d);
void advance_midpoint(const mjModel* m, mjData* d);

// One step of the integrator "discrete", whose accelerations come from mj_forward.
void advance_discrete(const mjModel* m, mjData* d);
