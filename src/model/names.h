// Names of the elements of a model, and the hashed map that finds them.
#pragma once

#include <engine/model_types.h>

// Slots of the name map per element.
#define NAMES_LOAD 2

// The number of elements of an object type (mjtObj) that can have names; 0 for other types.
int names_count(const mjModel* m, int type);

// The addresses of their names, NULL for types without names.
const int* names_addresses(const mjModel* m, int type);

// Fill m->names_map from m->names and the name addresses; m->nnames_map is right already.
void names_fill_map(mjModel* m);

// NULL when all names end within m->names and the map leads nowhere outside, else what is wrong.
const char* names_problem(const mjModel* m);
