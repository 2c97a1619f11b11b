// How one point moves relative to another, each on or near a body, and how that changes.
#pragma once

#include "dynamics/slope/slope.h"

// The motion of end 1 relative to end 0 with each dof that moves either: 3 x n velocities (U) and
// angular velocities (W), in world axes; U0, W0 are those of end 0 alone.
typedef struct {
  int n;
  int* col;   // the dofs, ascending
  int* side;  // bits 1 and 2: the dof moves body 0, body 1
  int body[2];
  const mjtNum* point[2];
  mjtNum *U, *W, *U0, *W0;
} ends;

// On the stack of d.
ends ends_make(const mjModel* m, mjData* d, int body0, const mjtNum point0[3], int body1,
               const mjtNum point1[3]);

// Velocities under a generalised vector x: of point and body at end k, then relative.
typedef struct {
  mjtNum u[2][3], w[2][3];
  mjtNum du[3], dw[3];  // end 1 minus end 0
} ends_velocity;

void ends_velocity_of(const mjModel* m, const mjData* d, const ends* e, const carried* x,
                      ends_velocity* v);

// dU (3 x n) and, unless NULL, dW (3 x n) += scale times the derivatives of these relative
// velocities by position, at fixed x.  place NULL: the ends are points of their bodies.  Else both
// are at one place, which moves by place (3 x n) with the dofs.
typedef struct {
  mjtNum scale;
  const mjtNum* place;
  mjtNum *dU, *dW;
} ends_sum;
void ends_rate(const mjModel* m, const mjData* d, const ends* e, const carried* x, ends_sum to);
