// Skins and flexes.
#pragma once

#include "render/renderer.h"

typedef struct deform deform;

// What is needed of a model beside its scenes; NULL: no memory.
deform* deform_make(const mjModel* m);
void deform_free(deform* d);

// Upload the skins and the faces of flexes that the scene shows.
void deform_update(renderer* r, const deform* d, const mjvScene* scn);
