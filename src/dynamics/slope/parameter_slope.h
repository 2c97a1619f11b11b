// Derivatives of forces by model parameters.
#pragma once

#include <engine/derivative.h>

#include "dynamics/slope/slope.h"

// Velocities and accelerations of bodies, nbody x 6; gravity is included as an upward acceleration
// of the world.
typedef struct {
  const mjtNum *v, *a;
} body_motion;

// The point of differentiation.
typedef struct {
  const mjModel* m;
  mjData* d;
  const mjtNum* keep;  // nv: 0 for dofs whose actuator force is clamped
  body_motion motion;  // under qvel and qacc
  const mjtNum* rest;  // nbody x 6: bodies under qacc - acc of the integrator; or NULL
  body_motion faster,
      slower;  // under qvel +- acc, if the integrator's matrix includes the bias; else NULL
} parameter_point;

// For integrators that solve with another matrix than M: acc is what they add to velocities (per
// time), rest is qacc - acc.
typedef struct {
  const mjtNum *acc, *rest;
} parameter_matrix;

// keep is not copied; everything else is on the stack of d.  matrix may be NULL.
parameter_point parameter_point_make(const mjModel* m, mjData* d, const mjtNum* keep,
                                     const parameter_matrix* matrix);

// The changes caused by a parameter; they are added to the arrays.
typedef struct {
  mjtNum* force;      // nv: tau - M qacc - c
  mjtNum* matrix;     // nv, or NULL: dM rest, plus h dD acc of the bias if the matrix includes it
  mjtNum damping;     // additionally D of mjData.qDeriv times this
  int dof;            // additionally 1 at this dof; -1: none
  sparse_row damper;  // additionally the square of this row; n = 0: none
} parameter_change;

// For all parameters except friction.
void parameter_slope(const parameter_point* at, const engParameter* p, parameter_change* out);

// The error in a parameter, and the type of its object; NULL when it is valid.
const char* parameter_lacks(const mjModel* m, const engParameter* p, const char** object);
