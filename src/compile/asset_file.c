#include "compile/asset_file.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/resource.h"

const char* asset_file_name(const build* b, const char* file) {
  const char* name = file;
  for (const char* c = file; *c && b->s->pub.strippath; c++) {
    if (*c == '/' || *c == '\\') name = c + 1;
  }
  return name;
}

bool asset_file_find(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out) {
  const spec* origin = e->origin;
  const string* prefix =
      folder == ASSET_MESH_FOLDER ? &origin->own.meshdir : &origin->own.texturedir;
  char error[512], name[4096];
  const char* tried = spec_tried(origin, file);
  *out = (asset_file){0};
  const char* whole = file;
  file = asset_file_name(b, file);
  if (resource_join(name, sizeof name, string_text(prefix), file) >= (int)sizeof name) {
    return build_error(b, e, "the name of file '%.200s...' is too long", file);
  }
  out->resource =
      resource_open(string_text(&origin->own.modelfiledir), name, b->vfs, error, sizeof error);
  // a file found elsewhere, in a package, is reported with its full name
  if (!out->resource && file != whole && resource_is_absolute(whole)) {
    out->resource = resource_open(NULL, whole, b->vfs, NULL, 0);
  }
  return out->resource || build_error(b, e,
                                      *tried ? "cannot open file '%s': %s; nor is there '%s'"
                                             : "cannot open file '%s': %s",
                                      name, error, tried);
}

bool asset_file_read(build* b, const element* e, asset_file* f) {
  const void* data;
  f->size = resource_read(f->resource, &data);
  f->data = data;
  if (f->size > 0) return true;
  build_error(b, e, "file '%s' cannot be read: %s", f->resource->name,
              resource_problem(f->resource, f->size));
  asset_file_close(f);
  return false;
}

bool asset_file_open(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out) {
  return asset_file_find(b, e, file, folder, out) && asset_file_read(b, e, out);
}

void* asset_alloc(build* b, const element* e, double n, size_t item) {
  double bytes = n * (double)item;
  void* p = bytes < 0x1p40 ? arena_alloc(b->memory, bytes > 0 ? (size_t)bytes : 1) : NULL;
  if (!p) build_error(b, e, "out of memory");
  return p;
}

void asset_file_close(asset_file* f) {
  resource_close(f->resource);
  f->resource = NULL;
}

int asset_int(const asset_file* f, int n) {
  int value;
  memcpy(&value, f->data + 4 * (size_t)n, 4);
  return value;
}
