// The file type of an asset.
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
  ASSET_HFIELD,  // formats of our own
  ASSET_TEXTURE,
  ASSET_OTHER,    // a well-formed content type that is none of these
  ASSET_INVALID,  // a malformed content type
} asset_type;

// The type of a file: by its content type if that is given, else by the extension.
asset_type asset_type_of(const string* content_type, const char* file);
