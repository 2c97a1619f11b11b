// Joint limits as a search enforces them.
#pragma once

#include "ik/problem.h"

// Project a configuration onto the limits.
void ik_confine(const ik_search* s, mjtNum* qpos);

// Fix the dofs that may not move, and those at a limit that a descent step would violate; for a
// ball joint at its limit, stiffen the Hessian against further rotation.  Call after ik_expand.
void ik_hold_at_limits(ik_search* s);

// Fix only the dofs that may not move.
void ik_hold_given(ik_search* s);

// Fix every dof that the step would move beyond a limit, with its step shortened to reach the
// limit; returns whether there are any.
bool ik_hold_crossing(ik_search* s);

// Draw a random qpos: hinges and slides within their limits, ball joints in all directions up to
// their limit, hinges without limits within half a turn of their present angle.  All other
// coordinates are kept. The result depends only on *random, which is updated.
void ik_draw(const ik_search* s, mjtNum* qpos, uint64_t* random);
