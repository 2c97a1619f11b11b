// Whether the references of a model lead anywhere: what is checked of a model from a file.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <engine/model_types.h>

// NULL when all ids, addresses and counts of m lie within the arrays they refer to, else what is
// wrong, written to text (ntext bytes).  meshes: whether those of the insides of meshes, too, which
// take time and which who made the meshes has checked.
const char* model_reference_problem(const mjModel* m, bool meshes, char* text, size_t ntext);

// Whether the row of D of every dof equals the row of B of its body, which derivatives rely on. The
// patterns are within range.
int model_patterns_agree(const mjModel* m);
