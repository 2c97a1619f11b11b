// Arrays of mjData by their names: "qpos", "sensordata", "xpos" ...
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

// Number `index` of an array, as a double; false when there is none such.
bool field_value(const mjModel* m, const mjData* d, const char* name, int index, double* value);

// How many numbers the array has, -1 when there is no array of this name.
long field_size(const mjModel* m, const mjData* d, const char* name);
