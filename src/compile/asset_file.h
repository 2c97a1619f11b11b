// Finding and reading the files of assets.
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

// The file name given by an element, without folders if the specification has strippath.
const char* asset_file_name(const build* b, const char* file);

// Find the file of an element in the asset folders of the specification it was made in.  On failure
// reports the error and returns false; nothing is left open.
bool asset_file_find(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out);

// Read data and size of a file that was found.  On failure reports the error, closes the file and
// returns false.
bool asset_file_read(build* b, const element* e, asset_file* f);

// asset_file_find and asset_file_read.
bool asset_file_open(build* b, const element* e, const char* file, asset_folder folder,
                     asset_file* out);

// Allocate n zeroed items in the arena; NULL after an error without memory.  For callers that hold
// an open file: build_alloc would not return to close it.
void* asset_alloc(build* b, const element* e, double n, size_t item);

void asset_file_close(asset_file* f);

// The n-th int or float (4 bytes, native byte order) of the file; it must be in range.
int asset_int(const asset_file* f, int n);
