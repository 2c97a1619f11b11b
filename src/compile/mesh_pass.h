// The compiler passes for meshes; see assets.h for their results.
#pragma once

#include "asset/mesh.h"
#include "compile/build.h"

// mesh_pass.c: compute the meshes, or find them in the cache
void meshes_compile(build* b);

// mesh_fill.c: write them to the model
void meshes_size(build* b);
void meshes_fill(build* b);

// Release mesh resources that are not in the arena of the compilation (also after errors).
void meshes_release(build* b);

// Mesh number i of the specification.
const mesh* meshes_at(const build* b, int i);

// Number of available processors; 1 when the specification disables threads.
int meshes_processors(const build* b);
