// The limits of joints, as a search keeps them.
#pragma once

#include "ik/problem.h"

// Bring a configuration into the limits.
void ik_confine(const ik_search* s, mjtNum* qpos);

// Hold the dofs that may not move, and those at a limit that a step down the gradient would leave;
// of a ball at its limit, stiffen the Hessian against turns beyond.  After ik_expand.
void ik_hold_at_limits(ik_search* s);

// Hold only the dofs that may not move.
void ik_hold_given(ik_search* s);

// Hold every dof that the step would take beyond a limit, its step cut to reach it: whether there
// are such.
bool ik_hold_crossing(ik_search* s);

// Draw qpos at random: hinges and slides within their limits, balls in all directions up to theirs;
// hinges without limits within half a turn of where they are.  What else is free and what is held
// stays.  The same numbers for the same random, which is changed.
void ik_draw(const ik_search* s, mjtNum* qpos, uint64_t* random);
