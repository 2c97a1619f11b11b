// Derivatives of forces by parameters of the model.
#pragma once

#include <engine/derivative.h>

#include "dynamics/slope/slope.h"

// Velocities and accelerations of bodies, nbody x 6; with gravity, which is an acceleration of the
// world the other way.
typedef struct {
  const mjtNum *v, *a;
} body_motion;

// The point of differentiation.
typedef struct {
  const mjModel* m;
  mjData* d;
  const mjtNum* keep;          // nv: 0 for dofs whose actuator force is at its limit
  body_motion motion;          // under qvel and qacc
  const mjtNum* rest;          // nbody x 6: bodies under qacc - acc, of an integrator; or NULL
  body_motion faster, slower;  // under qvel +- acc, if its matrix has the bias; else NULL
} parameter_point;

// The integrator solves with another matrix than M: acc is what it adds to velocities, rest is qacc
// less acc.
typedef struct {
  const mjtNum *acc, *rest;
} parameter_matrix;

// keep is used as it is, the rest is on the stack of d.  matrix may be NULL.
parameter_point parameter_point_make(const mjModel* m, mjData* d, const mjtNum* keep,
                                     const parameter_matrix* matrix);

// What a parameter changes: the arrays are added to.
typedef struct {
  mjtNum* force;      // nv: tau - M qacc - c
  mjtNum* matrix;     // nv, or NULL: M rest, and h D acc of the bias where the matrix has it
  mjtNum damping;     // and D of mjData.qDeriv, by this times
  int dof;            // a one at this dof, -1: none
  sparse_row damper;  // and the square of this row; n = 0: none
} parameter_change;

// Of all parameters but those of friction.
void parameter_slope(const parameter_point* at, const engParameter* p, parameter_change* out);

// What is wrong with a parameter, and of which object; NULL: nothing.
const char* parameter_lacks(const mjModel* m, const engParameter* p, const char** object);
