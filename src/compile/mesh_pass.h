// The compiler passes of meshes; see assets.h for what they hand to geoms.
#pragma once

#include "asset/mesh.h"
#include "compile/build.h"

// mesh_pass.c: made, or found in the cache.
void meshes_compile(build* b);

// mesh_fill.c: into the model.
void meshes_size(build* b);
void meshes_fill(build* b);

// What a compilation holds of meshes besides its arena is given back (also after errors).
void meshes_release(build* b);

// The i-th mesh of the specification.
const mesh* meshes_at(const build* b, int i);

// How many threads have a processor each; 1 when the specification wants no threads.
int meshes_processors(const build* b);
