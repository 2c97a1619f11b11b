// Derivatives of the geometry of a contact by the dofs.
#pragma once

#include "dynamics/slope/ends.h"

typedef struct {
  const mjContact* con;
  ends e;               // relative motion of the two sides at the contact position
  mjtNum *dpos, *turn;  // 3 x n: derivative of the position, and rotation of the frame
  mjtNum* ddist;        // n: derivative of the distance
  // for contacts with flexes, whose carrier bodies have varying weights; else 0
  int ncarrier;
  int* carrier;     // bodies
  mjtNum* weight;   // negative for side 0
  mjtNum* dweight;  // ncarrier x n: derivatives of the weights
  mjtNum* dlogD;    // n: derivative of log D, since the effective inertia depends on the weights
} contact_motion;

// Allocated on the stack of d; *differenced: whether the geometry was differentiated numerically.
contact_motion contact_motion_of(const mjModel* m, mjData* d, const mjContact* con,
                                 int* differenced);

// dU, dW (3 x n) += scale times the derivatives, by position and in the rotating frame, of the
// relative velocities under x; dW may be NULL.
void contact_motion_rate(const mjModel* m, mjData* d, const contact_motion* c, const carried* x,
                         mjtNum scale, mjtNum* dU, mjtNum* dW);
