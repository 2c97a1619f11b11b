// Names of model elements, and the hash map that finds them.
#pragma once

#include <engine/model_types.h>

// Number of slots of the name map per element.
#define NAMES_LOAD 2

// Number of elements of an object type (mjtObj); 0 for types without names.
int names_count(const mjModel* m, int type);

// The name addresses of the elements of a type; NULL for types without names.
const int* names_addresses(const mjModel* m, int type);

// Fill m->names_map from m->names and the name addresses; m->nnames_map must be set.
void names_fill_map(mjModel* m);

// NULL when all names end within m->names and all entries of the map are in range, else what is
// wrong.
const char* names_problem(const mjModel* m);
