// What a context takes from a model: meshes, height fields, textures, materials.
#pragma once

#include "render/renderer.h"

// The slot of mjrContext.mat_texid that stands for the sky.
enum { SKY_MATERIAL = mjMAXMATERIAL - 1 };

// Upload everything.  False: no memory.
bool assets_upload(renderer* r, const mjModel* m, mjrContext* con);

// The texture a material shows, -1: none.
static inline int assets_texture(const mjrContext* con, int material) {
  if (material < 0 || material >= mjMAXMATERIAL) return -1;
  int texture = con->mat_texid[mjNTEXROLE * material + mjTEXROLE_RGB];
  return texture < con->ntexture ? texture : -1;
}
