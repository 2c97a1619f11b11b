// What contacts between geoms add to a slope that is contracted with a covector lambda.
//
// lambda'd(J'f) of a contact is linear in how its two bodies move, so that it is three wrenches on
// each, found once and not dof by dof: with S_j the axis of a dof on the chain of a body, and Y_j
// what turns it under qacc (a) and qvel (v), see carried,
//   qbar_j += S_j . moved + Ya_j . by_acc + Yv_j . by_vel,   vbar_j += S_j . by_vel,
// all of them summed over the subtree that j moves.
#pragma once

#include "constraint/slope/contact_motion.h"
#include "constraint/slope/row_slope.h"

// nbody x 6 each
typedef struct contact_sums {
  mjtNum *moved, *by_acc, *by_vel;
  int any;
} contact_sums;

// On the stack of d.
contact_sums* contact_sums_open(const mjModel* m, mjData* d);

// The sums += those of a contact with a pull along its normal; rows of it are in the constraint, or
// row < 0: none.  lambda carries bodies with V.
typedef struct {
  int row, rows;
  mjtNum F[3], T[3];  // on its second body
  mjtNum pull_by_dist;
} contact_load;
void add_contact_back(row_slopes* x, const mjContact* con, const contact_load* load);

// qbar and vbar of the slope += the sums.
void contact_sums_close(row_slopes* x);
