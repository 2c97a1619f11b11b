// Putting trees to sleep.
#pragma once

#include "model/sleep.h"

// At the end of a step: count the steps in which trees were at rest, and put islands to sleep whose
// trees have rested long enough.  Returns acc, or the place it was moved to on the stack of d if
// forces and accelerations were computed again for the trees now asleep.
const mjtNum* fall_asleep(const mjModel* m, mjData* d, const mjtNum* acc);
