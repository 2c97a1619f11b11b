// Contacts of geoms as 6 x 6 matrices by the motions of their bodies.
//
// Those of a moving body with what rests are summed over the contacts of a body.  With J the rows
// by the six motions of the body about the centre of its tree, the wrench of these contacts changes
// by -J'W J da with a change da of the body's acceleration, by -J'W B J dv with one of its
// velocity. Entries between dofs follow from sums over subtrees, so that a contact costs the same
// at the end of a long chain.  All have one damping B, that of the first; contacts with another go
// by rows.
//
// Contacts between two moving bodies have their entries between those dofs that move one alone: on
// a humanoid 5 and 6 in place of 11 and 15, with 0.93 of the instructions of all inverse
// derivatives of rows over all dofs of both.
#pragma once

#include "constraint/slope/row_slope.h"

// Whether rows are summed for their body.
int row_is_in_block(const mjModel* m, const mjData* d, const body_resistance* x, int row, int rows);

// The sums, on the stack of d.
body_resistance contact_blocks_make(const mjModel* m, mjData* d);

// H += what the blocks have in J'W J, its lower triangle; loaded as in add_constraint_hessian.
void add_block_hessian(const mjModel* m, const mjData* d, const body_resistance* x,
                       const clusters* at, mjtNum* H, int* loaded);

// R += what else changes the wrench of a contact whose rows act: its place, its frame and its
// distance, and the motion of the place; between moving bodies all that does.  For whole matrices;
// returns 0 for contacts that go by rows.
typedef struct {
  mjtNum F[3], T[3];  // on the second body
  mjtNum pull_by_dist;
} contact_wrench_now;
int add_contact_by_motions(row_slopes* x, const mjContact* con, const contact_wrench_now* now);
