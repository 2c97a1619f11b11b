// Whether the references of a model lead anywhere: what is checked of a model from a file.
#pragma once

#include <stddef.h>

#include <engine/model_types.h>

// NULL when all ids, addresses and counts of m lie within the arrays they refer to, else what is
// wrong, written to text (ntext bytes).
const char* model_reference_problem(const mjModel* m, char* text, size_t ntext);

// Whether the row of D of every dof equals the row of B of its body, which derivatives rely on. The
// patterns are within range.
int model_patterns_agree(const mjModel* m);
