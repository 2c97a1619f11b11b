// Which numerical behaviour of newer versions is in force.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

static inline bool level_has(const mjModel* m, engtLevel bit) { return m->ext.levelbits & bit; }
