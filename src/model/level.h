// Which results of newer versions are in force.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

static inline bool level_has(const mjModel* m, engtLevel bit) { return m->ext.levelbits & bit; }

// Those of the bits that nothing depends on in this version of the library.
int level_without_effect(int levelbits);
