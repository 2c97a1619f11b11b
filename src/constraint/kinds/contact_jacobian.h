// The rows of one contact, from the motion that it resists.
#pragma once

#include "constraint/kinds/chain.h"

// Row k of the contact frame is the velocity of side 1 relative to side 0 along axis k (k < 3), or
// their relative rotation about axis k - 3; call it g_k.  Rows of a pyramid are g0 + mu g_k and g0
// - mu g_k; otherwise they are g_k.  J is rows x v->n; v is the motion of side 1 relative to side
// 0, whose rotation is only read if con->dim > 3.
void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const chain_motion* v);

// The same motion for two bodies and all n = nv dofs, LANES <= n <= 64, in factored form: columns
// are computed LANES at a time without intermediate storage.
typedef struct {
  int n;
  const mjtNum* axes;   // 6 x n: transpose of mjData.cdof
  uint64_t chain[2];    // bit masks of the dofs that move side 0, and side 1
  mjtNum offset[2][3];  // contact point relative to the tree centre of each side
} axes_motion;

void contact_jacobian_of_axes(mjtNum* restrict J, const mjContact* con, int pyramidal,
                              const axes_motion* v);
