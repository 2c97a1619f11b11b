// Free-floating single bodies.  implicitfast leaves out the derivative of gyroscopic forces,
// because it is not symmetric; for these bodies it is a 6 x 6 system that can be solved separately
// (engLEVEL_GYROSCOPIC).
#pragma once

#include <engine/data_types.h>

#include "model/level.h"

// Whether the body has just a free joint and none of its descendants has a joint.
int is_free_body(const mjModel* m, int body);

// Whether there are such bodies and the integrator and solver of the model include their gyroscopic
// term.
int free_bodies_turn(const mjModel* m);

// qDeriv of free bodies -= derivative of their bias force.
void free_bodies_derivative(const mjModel* m, mjData* d);

// Restore the rows of M for free bodies among the dofs [first, end) of a matrix on the pattern of
// M.
void free_bodies_reset(const mjModel* m, const mjData* d, mjtNum* H, int first, int end);

// x of one free body = (M - h qDeriv)^-1 force.
void free_body_solve(const mjModel* m, const mjData* d, int b, mjtNum* x, const mjtNum* force);

// force of one free body = (M - h qDeriv) x.
void free_body_multiply(const mjModel* m, const mjData* d, int b, mjtNum* force, const mjtNum* x);

// x = (M - h qDeriv)^-1 force for all free bodies; other entries are unchanged.
void free_bodies_solve(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* force);

// The inverse operation: force = (M - h qDeriv) x.
void free_bodies_multiply(const mjModel* m, const mjData* d, mjtNum* force, const mjtNum* x);
