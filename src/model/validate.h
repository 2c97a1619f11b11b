// Checks that all references of a model are in range, as needed for models from files.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// The problem found; no_memory: there was no memory for the check.
typedef struct {
  bool no_memory;
  char text[300];
} model_problem;

// Whether an id, address or count of m is outside the arrays it refers to.  stranger: m comes from
// an untrusted source such as a file; then mesh contents are checked too, and whether the arrays
// derived from the body tree agree with the tree.
bool model_reference_problem(const mjModel* m, bool stranger, model_problem* problem);

// Whether m could be a result of compilation: references are in range, quaternions are of unit
// length, the columns of M and of the derivative patterns ascend, and each row of M ends with its
// diagonal.
bool model_valid(const mjModel* m);

// Whether the row of D of each dof equals the row of B of its body, which derivatives rely on.  The
// patterns must be within range.
int model_patterns_agree(const mjModel* m);
