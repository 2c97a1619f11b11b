// What kind of file an asset comes from.
#pragma once

#include "spec/element.h"

typedef enum {
  ASSET_UNKNOWN,  // no content type, and an unknown extension
  ASSET_STL,
  ASSET_OBJ,
  ASSET_MSH,
  ASSET_PLY,
  ASSET_SCENE,  // glTF, Collada
  ASSET_PNG,
  ASSET_JPEG,
  ASSET_KTX,
  ASSET_HFIELD,  // our own binary formats
  ASSET_TEXTURE,
  ASSET_OTHER,    // a content type that is well formed but not one of these
  ASSET_INVALID,  // a content type that is not even well formed
} asset_type;

// What a file is, by its content type if that is given, else by the extension.
asset_type asset_type_of(const string* content_type, const char* file);
