// Derivatives of passive forces and of forces applied from outside.
#pragma once

#include "dynamics/slope/slope.h"

// R += derivative of qfrc_passive and, if `actuated`, of gravity compensation applied by actuators;
// keep: rows with 0 are dropped (may be NULL).
void add_passive_slope(slope* s, const carried* vel, const mjtNum* keep, int actuated);

// R += derivative of the forces of xfrc_applied.
void add_applied_slope(slope* s);

// R += derivative of D acc, where D is the contribution of passive forces to mjData.qDeriv.
void add_passive_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                               const carried* acc_carried);

// R += the part of that from dof damping, which is also in the matrix of Euler.
void add_dof_damping_slope(slope* s, const mjtNum* acc);

// compensation_acts: whether gravity compensation is active in the model.  The second: whether it
// acts at a dof, passively or (actuated) through an actuator whose force counts (keep, or NULL).
int compensation_acts(const mjModel* m);
int compensation_counts(const mjModel* m, int dof, const mjtNum* keep, int actuated);

// Whether all passive forces have types with derivatives; else *why names what has none.
int passive_forces_have_slopes(const mjModel* m, const char** why);
