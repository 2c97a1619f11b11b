// The separate checks of a model, and how they report what is wrong.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

#include "model/validate.h"

typedef model_problem report;

// Record what is wrong; always returns true.
bool reference_problem(report* r, const char* format, ...) mjPRINTFLIKE(2, 3);
bool no_memory_problem(report* r);

// Return whether an array refers outside of its target; the second: the same within mesh data.
bool table_problem(const mjModel* m, report* r);
bool mesh_table_problem(const mjModel* m, report* r);

// Whether the numbering of bodies, joints and dofs, or the patterns of matrices over dofs, disagree
// with the tree.  table_problem must have passed.
bool numbering_problem(const mjModel* m, report* r);

// Whether an index list is invalid: of meshes; of other assets.  table_problem must have passed.
bool mesh_problem(const mjModel* m, report* r);
bool asset_problem(const mjModel* m, report* r);
