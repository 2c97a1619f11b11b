// Skins: meshes that bodies deform, from a file or inline.
#pragma once

#include "compile/build.h"

typedef struct {
  const char* name;  // of its body
  const float* bindpos;
  float bindquat[4];
  int body;  // id while the skin is compiled; what the body becomes later, skins_fill finds out
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

// Before bodies are numbered for good; then, when they are, skins_fill resolves them.
void skins_compile(build* b);
void skins_size(build* b);
void skins_fill(build* b);
