// The final steps of compilation, and functions shared with recompilation.
#pragma once

#include "compile/build.h"

// Compute the sizes, and allocate the model with only its options set.
void model_size(build* b);
void model_make(build* b);

// Numbering of the tree, and the sparse patterns derived from it.
void model_index(build* b);

// Quantities at qpos0, those derived from them, and values with which the user overrides them.
void constants_compute(build* b);

// Check that all references in the model are in range, then try one simulation step.
void constants_try(build* b);

// Compile a specification to a model; NULL after an error, which is stored in it.
mjModel* compile_spec(spec* s, const mjVFS* vfs);
