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

// The direction that the tangents are made from; with w2 it rotates with the frame.
typedef struct {
  mjtNum c[3];
  int turns;
  mjtNum along, across;
} hint_direction;

hint_direction hint_of(const mjModel* m, const mjData* d, const mjContact* con);

// The rotation of the frame as its normal changes by dn and geom 2 turns by w2.
void turn_of_frame(const hint_direction* h, const mjContact* con, const mjtNum dn[3],
                   const mjtNum w2[3], mjtNum turn[3]);

// Allocated on the stack of d; *differenced: whether the geometry was differentiated numerically.
contact_motion contact_motion_of(const mjModel* m, mjData* d, const mjContact* con,
                                 int* differenced);

// dU, dW (3 x n) += scale times the derivatives, by position and in the rotating frame, of the
// relative velocities under x; dW may be NULL.
void contact_motion_rate(const mjModel* m, mjData* d, const contact_motion* c, const carried* x,
                         mjtNum scale, mjtNum* dU, mjtNum* dW);
