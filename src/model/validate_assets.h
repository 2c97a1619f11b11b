// The part of the checks of a model that concerns meshes, flexes, skins, height fields, textures.
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

// Whether something is wrong with the index lists of meshes, of other assets.  Their ranges were
// checked.
bool mesh_problem(const mjModel* m, report* r);
bool asset_problem(const mjModel* m, report* r);
