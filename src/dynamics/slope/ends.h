// Relative motion of two points, each on or near a body, and its derivatives.
#pragma once

#include "dynamics/slope/slope.h"

// Motion of end 1 relative to end 0 under each dof that moves either: velocities U and angular
// velocities W, 3 x n, in world axes; U0, W0 are those of end 0 alone.
typedef struct {
  int n;
  int* col;   // the dofs, ascending
  int* side;  // bit 0: the dof moves body 0; bit 1: it moves body 1
  int body[2];
  const mjtNum* point[2];
  mjtNum *U, *W, *U0, *W0;
} ends;

// Allocated on the stack of d.
ends ends_make(const mjModel* m, mjData* d, int body0, const mjtNum point0[3], int body1,
               const mjtNum point1[3]);

// Velocities under a generalised vector x: of point and body at each end, and relative.
typedef struct {
  mjtNum u[2][3], w[2][3];
  mjtNum du[3], dw[3];  // end 1 minus end 0
} ends_velocity;

void ends_velocity_of(const mjModel* m, const mjData* d, const ends* e, const carried* x,
                      ends_velocity* v);

// dU (3 x n) and, unless NULL, dW (3 x n) += scale times the derivatives of the relative velocities
// by position at fixed x.  place NULL: each end is fixed to its body.  Otherwise both ends are at
// one place that moves with the dofs: place (3 x n) is its Jacobian.
typedef struct {
  mjtNum scale;
  const mjtNum* place;
  mjtNum *dU, *dW;
} ends_sum;
void ends_rate(const mjModel* m, const mjData* d, const ends* e, const carried* x, ends_sum to);
