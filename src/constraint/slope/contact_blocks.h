// Contacts of a moving body with what rests, as 6 x 6 matrices summed over the contacts of a body.
//
// With J the rows by the six motions of the body about the centre of its tree, the wrench of these
// contacts changes by -J'W J da with a change da of the body's acceleration, by -J'W B J dv with
// one of its velocity.  Entries between dofs follow from sums over subtrees, so that a contact
// costs the same at the end of a long chain.
#pragma once

#include "constraint/slope/row_slope.h"

// Whether rows are those of such a contact, with one damping B, and not too hard for sums to be
// exact enough; *side: of the body that moves.
int row_is_in_block(const mjModel* m, const mjData* d, int row, int rows, int* side);

// The sums, on the stack of d.
body_resistance contact_blocks_make(const mjModel* m, mjData* d);

// H += what the blocks have in J'W J, its lower triangle; loaded as in add_constraint_hessian.
void add_block_hessian(const mjModel* m, const mjData* d, const body_resistance* x,
                       const clusters* at, mjtNum* H, int* loaded);

// The sums of the slope += what else changes the wrench of such a contact: its place, its frame and
// its distance, and the motion of the place.
typedef struct {
  mjtNum F[3], T[3];  // on the second body
  mjtNum pull_by_dist;
} contact_wrench_now;
void add_block_contact(row_slopes* x, const mjContact* con, const contact_wrench_now* now,
                       int side);
