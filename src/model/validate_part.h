// The checks of a model part by part, and where they write what is wrong.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

#include "model/validate.h"

typedef model_problem report;

// Write what is wrong; always true.
bool reference_problem(report* r, const char* format, ...) mjPRINTFLIKE(2, 3);
bool no_memory_problem(report* r);

// Whether something is wrong with what arrays refer to; the same of the insides of meshes.
bool table_problem(const mjModel* m, report* r);
bool mesh_table_problem(const mjModel* m, report* r);

// Whether the numbering of bodies, joints and dofs, or the patterns of matrices over dofs, are not
// those of the tree.  The tables were checked.
bool numbering_problem(const mjModel* m, report* r);

// Whether something is wrong with the index lists of meshes, of other assets.  The tables were
// checked.
bool mesh_problem(const mjModel* m, report* r);
bool asset_problem(const mjModel* m, report* r);
