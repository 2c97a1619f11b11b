#include "base/platform/thread.h"
#include "compile/assets.h"

#include "compile/asset_file.h"
#include "compile/build.h"
#include "compile/flex.h"
#include "compile/hfield.h"
#include "compile/mesh_pass.h"
#include "compile/skin.h"
#include "compile/texture.h"

void assets_compile(build* b) {
  double begin = thread_clock();
  meshes_compile(b);
  skins_compile(b);
  hfields_compile(b);
  textures_compile(b);
  b->s->timer[mjCTIMER_ASSETS] = thread_clock() - begin;
}

void assets_size(build* b) {
  meshes_size(b);
  flexes_size(b);
  skins_size(b);
  hfields_size(b);
  textures_size(b);
}

void assets_fill(build* b) {
  meshes_fill(b);
  flexes_fill(b);
  skins_fill(b);
  hfields_fill(b);
  textures_fill(b);
}

void assets_paths(build* b, void (*visit)(void* arg, const char* file, int* pathadr), void* arg) {
  // names are counted before the model exists that receives their addresses
  int counted;
  for (int i = 0; i < list_size(b, mjOBJ_HFIELD); i++) {
    visit(arg, asset_file_name(b, string_text(&b->hfield[i].src->own.file)),
          b->m ? b->m->hfield_pathadr + i : &counted);
  }
  for (int i = 0; i < list_size(b, mjOBJ_MESH); i++) {
    const spec_mesh* mesh = (const spec_mesh*)list_at(b, mjOBJ_MESH, i);
    int id = b->mesh[i].id;
    if (id < 0) continue;
    visit(arg, asset_file_name(b, string_text(&mesh->own.file)),
          b->m ? b->m->mesh_pathadr + id : &counted);
  }
  for (int i = 0; i < list_size(b, mjOBJ_SKIN); i++) {
    visit(arg, asset_file_name(b, string_text(&b->skin[i].src->own.file)),
          b->m ? b->m->skin_pathadr + i : &counted);
  }
  for (int i = 0; b->texture && i < list_size(b, mjOBJ_TEXTURE); i++) {
    visit(arg, asset_file_name(b, string_text(&b->texture[i].src->own.file)),
          b->m ? b->m->tex_pathadr + i : &counted);
  }
}
