// The compiler passes of meshes; see assets.h for what they hand to geoms.
#pragma once

#include "compile/build.h"

void meshes_compile(build* b);
void meshes_size(build* b);
void meshes_fill(build* b);

// What a compilation holds of meshes besides its arena is given back (also after errors).
void meshes_release(build* b);
