// The rows of one contact, from the motion that it resists.
#pragma once

#include <engine/engine.h>

// Row k of the contact frame is the velocity of side 1 relative to side 0 along axis k (k < 3), or
// their relative rotation about axis k - 3.  Rows of a pyramid are g0 + mu g_k and g0 - mu g_k, of
// anything else g_k.  J is rows x n; translation and rotation are 3 x n, the velocities of the
// contact point and the angular velocities that each of n dofs gives; rotation is read only when
// con->dim > 3.
void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const mjtNum* restrict translation, const mjtNum* restrict rotation, int n);
