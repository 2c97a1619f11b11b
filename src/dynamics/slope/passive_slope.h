// Derivatives of passive forces and of forces applied from outside.
#pragma once

#include "dynamics/slope/slope.h"

// R += the derivative of qfrc_passive, and if actuated of the gravity compensation that joints
// leave to actuators; keep: rows of those dropped, or NULL.
void add_passive_slope(slope* s, const carried* vel, const mjtNum* keep, int actuated);

// R += the derivative of what xfrc_applied exerts.
void add_applied_slope(slope* s);

// R += the derivative of (D acc), D being what passive forces add to mjData.qDeriv.
void add_passive_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                               const carried* acc_carried);

// R += the part of that of dampers of dofs, which Euler has in its matrix too.
void add_dof_damping_slope(slope* s, const mjtNum* acc);

// Whether gravity compensation acts in the model, and at a dof: as a passive force, or if actuated
// as that of an actuator whose force counts (keep, or NULL).
int compensation_acts(const mjModel* m);
int compensation_counts(const mjModel* m, int dof, const mjtNum* keep, int actuated);

// Whether all passive forces are of kinds that have derivatives; else *why names what has not.
int passive_forces_have_slopes(const mjModel* m, const char** why);
