// The public functions for resources.
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <engine/base.h>

#include "base/need.h"
#include "base/resource.h"
#include "base/vfs.h"

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                             size_t nerror) {
  NEED_OR(NULL, name);
  if (error && nerror) *error = 0;
  return resource_open(dir, name, vfs, error, error ? nerror : 0);
}

int mju_readResource(mjResource* resource, const void** buffer) {
  NEED_OR(-1, resource, buffer);
  return resource_read(resource, buffer);
}

void mju_closeResource(mjResource* resource) {
  if (resource) resource_close(resource);
}

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  NEED(resource, dir, ndir);
  resource_dir(resource, dir, ndir);
}

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  NEED_OR(1, resource, timestamp);
  return resource_modified(resource, timestamp);
}

static int64_t refuse(char* error, size_t nerror, const char* format, ...) {
  if (!error || !nerror) return -1;
  va_list args;
  va_start(args, format);
  vsnprintf(error, nerror, format, args);
  va_end(args);
  return -1;
}

static int64_t write_virtual(const char* name, const void* buffer, size_t nbytes, mjVFS* vfs,
                             char* error, size_t nerror) {
  if (nbytes > INT_MAX) return refuse(error, nerror, "'%.300s' is larger than 2 GB", name);
  if (vfs_replace(vfs, name, buffer, (int)nbytes)) {
    return refuse(error, nerror, "there is no memory for '%.300s' in the file system", name);
  }
  return (int64_t)nbytes;
}

int64_t mju_writeResource(const char* name, const void* buffer, size_t nbytes, mjVFS* vfs,
                          char* error, size_t nerror) {
  NEED_OR(-1, name);
  if (nbytes && !buffer) return refuse(error, nerror, "there is nothing to write");
  if (vfs) return write_virtual(name, buffer, nbytes, vfs, error, nerror);
  FILE* f = fopen(name, "wb");
  if (!f) return refuse(error, nerror, "cannot open '%.300s': %s", name, strerror(errno));
  bool written = fwrite(buffer, 1, nbytes, f) == nbytes;
  written = fclose(f) == 0 && written;
  if (!written) return refuse(error, nerror, "cannot write '%.300s': %s", name, strerror(errno));
  return (int64_t)nbytes;
}
