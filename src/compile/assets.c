#include "compile/assets.h"

#include "compile/build.h"

// Meshes, height fields, textures, skins and flexes cannot be compiled: say so.
static void refuse(build* b, mjtObj type) {
  for (int i = 0; i < list_size(b, type); i++) {
    build_error(b, list_at(b, type, i), "this version cannot compile a %s",
                element_type_name(type));
  }
}

void assets_compile(build* b) {
  refuse(b, mjOBJ_MESH);
  refuse(b, mjOBJ_HFIELD);
  if (!b->s->pub.compiler.discardvisual) refuse(b, mjOBJ_TEXTURE);
  refuse(b, mjOBJ_SKIN);
  refuse(b, mjOBJ_FLEX);
}

void assets_size(build* b) { b->size.nmesh = b->size.nhfield = b->size.ntex = b->size.nskin = 0; }

void assets_fill(build* b) { (void)b; }

void assets_paths(build* b, void (*visit)(void* arg, const char* file, int* pathadr), void* arg) {
  (void)b;
  (void)visit;
  (void)arg;
}
