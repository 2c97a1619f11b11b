// Skins: meshes deformed by bodies, from a file or inline.
#pragma once

#include "compile/build.h"

typedef struct {
  const char* name;  // of its body
  const float* bindpos;
  float bindquat[4];
  int body;  // id at this stage; resolved again by skins_fill
  int n;
  const int* vertex;
  float* weight;
} skin_bone;

typedef struct build_skin {
  const spec_skin* src;
  int nvert, ntexcoord, nface, nbone, nbonevert, material;
  const float *vert, *texcoord;
  const int* face;
  skin_bone* bone;
} build_skin;

// skins_compile runs before body ids are final; skins_fill resolves them.
void skins_compile(build* b);
void skins_size(build* b);
void skins_fill(build* b);
