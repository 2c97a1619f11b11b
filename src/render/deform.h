// Skins and flexes.
#pragma once

#include "render/renderer.h"

typedef struct deform deform;

// Collect model data needed besides the scene; NULL without memory.
deform* deform_make(const mjModel* m);
void deform_free(deform* d);

// Upload the skins and flex faces that the scene shows.
void deform_update(renderer* r, const deform* d, const mjvScene* scn);
