#include "compile/asset_file.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/resource.h"

typedef struct {
  const char* text;
  asset_type type;
} type_name;

static const type_name content_types[] = {
    {"model/stl", ASSET_STL},
    {"model/obj", ASSET_OBJ},
    {"model/vnd.mujoco.msh", ASSET_MSH},
    {"model/ply", ASSET_PLY},
    {"image/png", ASSET_PNG},
    {"image/ktx", ASSET_KTX},
    {"image/vnd.mujoco.hfield", ASSET_HFIELD},
    {"image/vnd.mujoco.texture", ASSET_TEXTURE},
};

static const type_name extensions[] = {
    {".stl", ASSET_STL}, {".obj", ASSET_OBJ}, {".msh", ASSET_MSH},
    {".ply", ASSET_PLY}, {".png", ASSET_PNG},
};

#define COUNT(array) (sizeof array / sizeof *array)

// Length of the type/subtype at the start of a content type, 0 when it is not well formed.
static size_t media_type_length(const char* text) {
  size_t n = 0, slash = 0;
  for (; text[n] && text[n] != ';'; n++) {
    if (text[n] == '/') {
      if (slash || !n) return 0;
      slash = n;
    } else if (!isalnum((unsigned char)text[n]) && !strchr(".+-_", text[n])) {
      return 0;
    }
  }
  return slash && slash + 1 < n ? n : 0;
}

asset_type asset_type_of(const string* content_type, const char* file) {
  if (!string_empty(content_type)) {
    const char* text = string_text(content_type);
    size_t n = media_type_length(text);
    if (!n) return ASSET_INVALID;
    for (size_t i = 0; i < COUNT(content_types); i++) {
      if (strlen(content_types[i].text) == n && !strncmp(content_types[i].text, text, n)) {
        return content_types[i].type;
      }
    }
    return ASSET_OTHER;
  }
  const char* dot = strrchr(file, '.');
  for (size_t i = 0; dot && i < COUNT(extensions); i++) {
    if (!strcasecmp(dot, extensions[i].text)) return extensions[i].type;
  }
  return ASSET_UNKNOWN;
}

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
  *out = (asset_file){0};
  file = asset_file_name(b, file);
  if (resource_join(name, sizeof name, string_text(prefix), file) >= (int)sizeof name) {
    return build_error(b, e, "the name of file '%.200s...' is too long", file);
  }
  out->resource =
      resource_open(string_text(&origin->own.modelfiledir), name, b->vfs, error, sizeof error);
  return out->resource || build_error(b, e, "cannot open file '%s': %s", name, error);
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
