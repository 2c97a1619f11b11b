// The rows of one contact, from the motion that it resists.
#pragma once

#include "constraint/kinds/chain.h"

// Row k of the contact frame is the velocity of side 1 relative to side 0 along axis k (k < 3), or
// their relative rotation about axis k - 3.  Rows of a pyramid are g0 + mu g_k and g0 - mu g_k, of
// anything else g_k.  J is rows x v->n; v is the motion of side 1 relative to side 0, whose
// rotation is read only when con->dim > 3.
void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const chain_motion* v);

// The same motion of two bodies with respect to n = nv dofs, not less than LANES and not more than
// 64, yet to be put together: columns of many dofs at a time need no scratch in between.
typedef struct {
  int n;
  const mjtNum* axes;   // 6 x n: the columns of mjData.cdof
  uint64_t chain[2];    // which dofs move side 0, and side 1
  mjtNum offset[2][3];  // the contact from the centre of the tree of each side
} axes_motion;

void contact_jacobian_of_axes(mjtNum* restrict J, const mjContact* con, int pyramidal,
                              const axes_motion* v);
