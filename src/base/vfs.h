// The virtual file system from inside.
#pragma once

#include <engine/base.h>

typedef struct {
  char* name;  // key
  char* data;  // terminated, beyond size
  int size;
  char timestamp[16];  // base64 of a hash of the content
} vfs_file;

// The provider that is mounted above a path; NULL: none is.
const mjpResourceProvider* vfs_mounted(const mjVFS* vfs, const char* path);

// The file a request for name gets: that of its base name in lower case, else that of exactly this
// name; NULL when there is none (or no memory).
const vfs_file* vfs_find(const mjVFS* vfs, const char* name);

// Add a file in the place of one of the same name, path and all; what mj_addBufferVFS returns.
int vfs_replace(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
