#include "asset/asset_type.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char* text;
  asset_type type;
} type_name;

static const type_name content_types[] = {
    {"model/stl", ASSET_STL},
    {"model/obj", ASSET_OBJ},
    {"model/vnd.mujoco.msh", ASSET_MSH},
    {"model/ply", ASSET_PLY},
    {"model/gltf-binary", ASSET_SCENE},
    {"model/gltf+json", ASSET_SCENE},
    {"model/vnd.collada+xml", ASSET_SCENE},
    {"image/png", ASSET_PNG},
    {"image/jpeg", ASSET_JPEG},
    {"image/ktx", ASSET_KTX},
    {"image/vnd.mujoco.hfield", ASSET_HFIELD},
    {"image/vnd.mujoco.texture", ASSET_TEXTURE},
};

static const type_name extensions[] = {
    {".stl", ASSET_STL},   {".obj", ASSET_OBJ},    {".msh", ASSET_MSH},   {".ply", ASSET_PLY},
    {".glb", ASSET_SCENE}, {".gltf", ASSET_SCENE}, {".dae", ASSET_SCENE}, {".png", ASSET_PNG},
    {".jpg", ASSET_JPEG},  {".jpeg", ASSET_JPEG},
};

#define COUNT(array) (sizeof array / sizeof *array)

// Length of the type/subtype at the start of a content type; 0 when it is malformed.
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
