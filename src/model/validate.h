// Whether the references of a model lead anywhere: what is checked of a model from a file.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// What is wrong with a model; or that there was no memory to find out.
typedef struct {
  bool no_memory;
  char text[300];
} model_problem;

// Whether some id, address or count of m does not lie within the arrays it refers to.  stranger: m
// comes from a source that is not trusted, such as a file; then the insides of meshes are checked,
// too, and whether the arrays derived from the tree of bodies agree with the tree.
bool model_reference_problem(const mjModel* m, bool stranger, model_problem* problem);

// Whether m is what compilation makes: references lead somewhere, orientations are unit
// quaternions, the columns of M and of the patterns of derivatives ascend, and the last of a row of
// M is the diagonal.
bool model_valid(const mjModel* m);

// Whether the row of D of every dof equals the row of B of its body, which derivatives rely on. The
// patterns are within range.
int model_patterns_agree(const mjModel* m);
