// Whether the references of a model lead anywhere: what is checked of a model from a file.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// What is wrong with a model; or that there was no memory to find out.
typedef struct {
  bool no_memory;
  char text[300];
} model_problem;

// Whether some id, address or count of m does not lie within the arrays it refers to.  stranger:
// nobody made m that can be trusted; then the insides of meshes are looked at, too, and whether
// what follows from the tree of bodies is what follows from it.
bool model_reference_problem(const mjModel* m, bool stranger, model_problem* problem);

// Whether m is what compilation makes: references lead somewhere, orientations are unit
// quaternions, the columns of M and of the patterns of derivatives ascend, and the last of a row of
// M is the diagonal.
bool model_valid(const mjModel* m);

// Whether the row of D of every dof equals the row of B of its body, which derivatives rely on. The
// patterns are within range.
int model_patterns_agree(const mjModel* m);
