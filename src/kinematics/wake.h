// What wakes trees that sleep.  Each of these brings mjData up to date when something woke, and
// tells whether it did.
#pragma once

#include "model/sleep.h"

// Whether the user, or the policy, lets a tree sleep.
bool may_sleep(const mjModel* m, int tree);

// Whether forces are applied to a tree, and whether its velocities are 0: byte by byte.
bool tree_is_pushed(const mjModel* m, const mjData* d, int tree);
bool tree_is_still(const mjModel* m, const mjData* d, int tree);

// Trees that moved (marked in tree_awake), were pushed, were given a velocity, or may not sleep any
// more.
bool wake_by_user(const mjModel* m, mjData* d);

// Trees at the other end of a tendon at its limit, or with dry friction.
bool wake_by_tendons(const mjModel* m, mjData* d);

// Trees touched by something awake.
bool wake_by_contacts(const mjModel* m, mjData* d);

// Whether an equality ties nothing but what sleeps.
bool equality_sleeps(const mjModel* m, const mjData* d, int eq);

// Trees tied by an active equality to what is awake, or to trees that sleep apart from them.
bool wake_by_equalities(const mjModel* m, mjData* d);
