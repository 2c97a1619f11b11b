// The rows of one contact, from the motion that it resists.
#pragma once

#include "constraint/chain.h"

// Row k of the contact frame is the velocity of side 1 relative to side 0 along axis k (k < 3), or
// their relative rotation about axis k - 3.  Rows of a pyramid are g0 + mu g_k and g0 - mu g_k, of
// anything else g_k.  J is rows x v->n; v is the motion of side 1 relative to side 0, whose
// rotation is read only when con->dim > 3.
void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const chain_motion* v);
