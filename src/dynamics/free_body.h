// Bodies that move freely and alone: what implicitfast leaves out, the derivative of gyroscopic
// forces, is not symmetric, but theirs is a system of six equations that can be solved by itself
// (engLEVEL_GYROSCOPIC).
#pragma once

#include <engine/data_types.h>

#include "model/level.h"

// Is the one joint of the body a free one, and does nothing that hangs on it move by itself?
int is_free_body(const mjModel* m, int body);

// Are there such bodies, and does their term act with the integrator and solver of the model?
int free_bodies_turn(const mjModel* m);

// qDeriv of free bodies -= the derivative of their bias force.
void free_bodies_derivative(const mjModel* m, mjData* d);

// Rows of the free bodies among [first, end) in a matrix on the pattern of M become those of M.
void free_bodies_reset(const mjModel* m, const mjData* d, mjtNum* H, int first, int end);

// x of one free body = (M - h qDeriv)^-1 force.
void free_body_solve(const mjModel* m, const mjData* d, int b, mjtNum* x, const mjtNum* force);

// x of all free bodies = (M - h qDeriv)^-1 force; the others stay.
void free_bodies_solve(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* force);

// The same the other way round: force = (M - h qDeriv) x.
void free_bodies_multiply(const mjModel* m, const mjData* d, mjtNum* force, const mjtNum* x);
