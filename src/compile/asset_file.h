// Files that assets are read from: where they are looked for, what is in them.
#pragma once

#include <engine/base.h>

#include "asset/asset_type.h"
#include "compile/build.h"

typedef enum { ASSET_MESH_FOLDER, ASSET_TEXTURE_FOLDER } asset_folder;

typedef struct {
  mjResource* resource;
  const unsigned char* data;
  int size;  // at least 1
} asset_file;

// The name of a file as an element gives it, without its folders if the specification strips them.
const char* asset_file_name(const build* b, const char* file);

// Find the file an element names, in the folders of the specification it was made in.  On failure
// reports the error and returns false; nothing is left open.
bool asset_file_find(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out);

// Read what was found: data and size.  On failure reports the error, closes it and returns false.
bool asset_file_read(build* b, const element* e, asset_file* f);

// Both.
bool asset_file_open(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out);

// n zeroed items in the arena; NULL after an error when there is no memory.  For those who hold a
// file: build_alloc would not return to close it.
void* asset_alloc(build* b, const element* e, double n, size_t item);

void asset_file_close(asset_file* f);

// The n-th int or float (4 bytes each, native order) of the file; it must be there.
int asset_int(const asset_file* f, int n);
