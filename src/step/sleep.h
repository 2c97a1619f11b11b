// Falling asleep.
#pragma once

#include "model/sleep.h"

// At the end of a step: count the quiet steps of trees and put those to sleep that have been quiet
// for long, with all they are tied to.  Returns acc, or where it was moved to, on the stack of d,
// when forces and accelerations were computed again for those that stand still now.
const mjtNum* fall_asleep(const mjModel* m, mjData* d, const mjtNum* acc);
