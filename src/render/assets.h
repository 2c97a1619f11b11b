// Uploads the assets of a model to a context: meshes, height fields, textures, materials.
#pragma once

#include "render/renderer.h"

// The element of mjrContext.mat_texid that is used for the skybox.
enum { SKY_MATERIAL = mjMAXMATERIAL - 1 };

// Upload all assets.  False without memory.
bool assets_upload(renderer* r, const mjModel* m, mjrContext* con);

// The texture of a material; -1: none.
static inline int assets_texture(const mjrContext* con, int material) {
  if (material < 0 || material >= mjMAXMATERIAL) return -1;
  int texture = con->mat_texid[mjNTEXROLE * material + mjTEXROLE_RGB];
  return texture < con->ntexture ? texture : -1;
}
