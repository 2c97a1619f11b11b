// The virtual file system as the library uses it.
#pragma once

#include <engine/base.h>

typedef struct {
  char* name;  // key
  char* data;  // followed by a terminating 0 that size does not count
  int size;
  char timestamp[16];  // base64 of a hash of the content
} vfs_file;

// The provider mounted at a directory that contains the path; NULL when there is none.
const mjpResourceProvider* vfs_mounted(const mjVFS* vfs, const char* path);

// The file that a request for `name` finds: first by its base name in lower case, else by exactly
// this name; NULL when there is none (or no memory).
const vfs_file* vfs_find(const mjVFS* vfs, const char* name);

// 1: there is a file of exactly this name; 0: there is none; -1: out of memory.
int vfs_contains(const mjVFS* vfs, const char* name);

// Add a file, replacing one of exactly the same name and path; returns what mj_addBufferVFS
// returns.
int vfs_replace(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
