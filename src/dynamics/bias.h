// Steps of the recursive Newton-Euler algorithm, all about the centre of mass of the body's tree.
#pragma once

#include <engine/data_types.h>

// Acceleration of the world as bodies feel it: minus gravity.
void world_acceleration(const mjModel* m, mjtNum cacc[6]);

// acc, the acceleration of the parent of b, becomes that of b; qacc may be NULL for none.
void body_acceleration(const mjModel* m, const mjData* d, int b, const mjtNum* qacc, mjtNum acc[6]);

// The force that takes body b through acceleration acc at its velocity cvel.
void body_inertial_force(const mjData* d, int b, const mjtNum acc[6], mjtNum force[6]);

// qfrc += the velocity-dependent force of tendon armatures: J' armature (dJ/dt qvel).
void add_tendon_bias(const mjModel* m, mjData* d, mjtNum* qfrc);
