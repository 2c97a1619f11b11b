// The rules that wake sleeping trees.  Each wake_by_* function updates mjData when a tree woke, and
// returns whether one did.
#pragma once

#include "model/sleep.h"

// Whether the sleep policy of a tree allows it to sleep.
bool may_sleep(const mjModel* m, int tree);

// tree_is_pushed: whether a nonzero force is applied to a tree.  tree_is_still: whether all its
// velocities are 0.  Both compare bytes.
bool tree_is_pushed(const mjModel* m, const mjData* d, int tree);
bool tree_is_still(const mjModel* m, const mjData* d, int tree);

// Wakes trees whose pose changed (marked in tree_awake), that have applied forces or a velocity, or
// that may not sleep any longer.
bool wake_by_user(const mjModel* m, mjData* d);

// Wakes trees at the other end of a tendon that is at its limit or has friction loss.
bool wake_by_tendons(const mjModel* m, mjData* d);

// Wakes trees in contact with an awake tree.
bool wake_by_contacts(const mjModel* m, mjData* d);

// Whether an equality involves only sleeping trees.
bool equality_sleeps(const mjModel* m, const mjData* d, int eq);

// Wakes trees tied by an active equality to an awake tree or to a tree of another sleep cycle.
bool wake_by_equalities(const mjModel* m, mjData* d);
