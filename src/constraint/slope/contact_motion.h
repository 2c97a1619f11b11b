// How a contact moves with the dofs.
#pragma once

#include "dynamics/slope/ends.h"

typedef struct {
  const mjContact* con;
  ends e;               // of side 1 relative to side 0, at its position
  mjtNum *dpos, *turn;  // 3 x n: of the position, and of the frame
  mjtNum* ddist;        // n
  // with flexes, whose bodies carry it by weights that change: else none
  int ncarrier;
  int* carrier;     // bodies
  mjtNum* weight;   // those of side 0 negative
  mjtNum* dweight;  // ncarrier x n
  mjtNum* dlogD;    // n: of the stiffness, as weights change the inertia that is felt
} contact_motion;

// On the stack of d; *differenced becomes whether its geometry was differenced.
contact_motion contact_motion_of(const mjModel* m, mjData* d, const mjContact* con,
                                 int* differenced);

// dU, dW (3 x n) += scale times the derivatives of the relative velocities under x by position, in
// the frame as it turns; dW may be NULL.
void contact_motion_rate(const mjModel* m, mjData* d, const contact_motion* c, const carried* x,
                         mjtNum scale, mjtNum* dU, mjtNum* dW);
