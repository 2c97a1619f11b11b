// The checks of a model part by part, and where they write what is wrong.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <engine/model_types.h>

// Where what is wrong is written to.
typedef struct {
  char* text;
  size_t size;
} report;

// Write what is wrong; always true.
bool reference_problem(report* r, const char* format, ...) mjPRINTFLIKE(2, 3);

// Whether something is wrong with what arrays refer to; the same of the insides of meshes.
bool table_problem(const mjModel* m, report* r);
bool mesh_table_problem(const mjModel* m, report* r);

// Whether something is wrong with the index lists of meshes, of other assets.  The tables were
// checked.
bool mesh_problem(const mjModel* m, report* r);
bool asset_problem(const mjModel* m, report* r);
