// The last steps of compilation, and what recompilation shares with it.
#pragma once

#include "compile/build.h"

// The sizes of the model, and the model itself with options and nothing else in it.
void model_size(build* b);
void model_make(build* b);

// Numbers of the tree and the sparse patterns that follow from them.
void model_index(build* b);

// Quantities at qpos0, those derived from them, and what the user puts in their place.
void constants_compute(build* b);

// Whether all references of the model lead somewhere; then one step of the simulation, as a test.
void constants_try(build* b);

// A model of the specification, or NULL with the error in it.
mjModel* compile_spec(spec* s, const mjVFS* vfs);
