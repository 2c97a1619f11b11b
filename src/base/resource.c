#include "base/resource.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk.h"
#include "base/path.h"
#include "base/vfs.h"

// ----------------------------------- the virtual file system and the disk, as built-in providers

static int read_virtual(mjResource* r, const void** buffer) {
  const vfs_file* f = r->data;
  *buffer = f->data;
  return f->size;
}

static void close_virtual(mjResource* r) { (void)r; }

static int modified_by_name(const mjResource* r, const char* timestamp) {
  return strcmp(r->timestamp, timestamp) != 0;
}

static const mjpResourceProvider virtual_files = {
    .read = read_virtual, .close = close_virtual, .modified = modified_by_name};

// The content of a file, read on first use.
typedef struct {
  char* bytes;
  size_t size;
} disk_content;

static int read_disk(mjResource* r, const void** buffer) {
  disk_content* c = r->data;
  if (!c->bytes) c->bytes = disk_read(r->name, &c->size);
  if (!c->bytes || c->size > INT_MAX) return -1;
  *buffer = c->bytes;
  return (int)c->size;
}

static void close_disk(mjResource* r) {
  disk_content* c = r->data;
  free(c->bytes);
  free(c);
}

static const mjpResourceProvider disk_files = {
    .read = read_disk, .close = close_disk, .modified = modified_by_name};

// -------------------------------------------------------------------------------------- opening

bool resource_is_absolute(const char* name) {
  return name[0] == '/' || name[0] == '\\' || strstr(name, ":/") || strstr(name, ":\\") ||
         mjp_getResourceProvider(name);
}

int resource_join(char* path, size_t npath, const char* dir, const char* name) {
  if (!dir || !dir[0] || resource_is_absolute(name)) return snprintf(path, npath, "%s", name);
  bool separated = strchr("/\\:", dir[strlen(dir) - 1]) != NULL;
  return snprintf(path, npath, "%s%s%s", dir, separated ? "" : "/", name);
}

char* resource_path(const char* dir, const char* name) {
  int n = resource_join(NULL, 0, dir, name);
  char* path = malloc((size_t)n + 1);
  if (path) resource_join(path, (size_t)n + 1, dir, name);
  return path;
}

static bool open_virtual(mjResource* r, const vfs_file* f) {
  r->provider = &virtual_files;
  r->data = (void*)f;
  snprintf(r->timestamp, sizeof r->timestamp, "%s", f->timestamp);
  return true;
}

static bool open_provided(mjResource* r, char* error, size_t nerror) {
  if (r->provider->open(r)) return true;
  snprintf(error, nerror, "could not open '%s': the provider of '%s' refused it", r->name,
           r->provider->prefix);
  return false;
}

// Only checks that the file can be opened: if its content is cached it is never read.
static bool open_disk(mjResource* r, char* error, size_t nerror) {
  r->provider = &disk_files;
  FILE* f = disk_open(r->name);
  r->data = f ? calloc(1, sizeof(disk_content)) : NULL;
  if (f) fclose(f);
  if (!r->data) {
    snprintf(error, nerror, "could not open '%s': %s", r->name, disk_problem(f ? ENOMEM : errno));
    return false;
  }
  int64_t time = disk_time(r->name);
  path_base64(r->timestamp, &time, sizeof time);
  return true;
}

// Resolves ".." textually first: if a directory on the way is a symbolic link, "link/.." as the
// system resolves it is not the directory that contains the link.  If the shortened name does not
// exist, the name is tried as it is.
static bool open_disk_below(mjResource* r, char* error, size_t nerror) {
  char* whole = r->name;
  char* shortened = path_normalise(whole);
  if (!shortened || !strcmp(shortened, whole)) {
    free(shortened);
    return open_disk(r, error, nerror);
  }
  r->name = shortened;
  if (open_disk(r, error, nerror)) {
    free(whole);
    return true;
  }
  r->name = whole;
  if (open_disk(r, NULL, 0)) {
    free(shortened);
    return true;
  }
  size_t n = error ? strlen(error) : 0;
  if (n < nerror) snprintf(error + n, nerror - n, "; nor is there '%s'", whole);
  free(shortened);
  return false;
}

mjResource* resource_open(const char* dir, const char* name, const mjVFS* vfs, char* error,
                          size_t nerror) {
  mjResource* r = calloc(1, sizeof(mjResource));
  char* path = r ? resource_path(dir, name) : NULL;
  if (!path) {
    free(r);
    snprintf(error, nerror, "could not open '%s': no memory", name);
    return NULL;
  }
  r->name = path;
  const vfs_file* f = vfs_find(vfs, name);
  if (!f) f = vfs_find(vfs, path);
  bool open;
  if (f) {
    open = open_virtual(r, f);
  } else if ((r->provider = vfs_mounted(vfs, path)) ||
             (r->provider = mjp_getResourceProvider(path))) {
    open = open_provided(r, error, nerror);
  } else {
    open = dir && *dir ? open_disk_below(r, error, nerror) : open_disk(r, error, nerror);
  }
  if (open) return r;
  free(r->name);
  free(r);
  return NULL;
}

int resource_read(mjResource* r, const void** buffer) {
  *buffer = NULL;
  int n = r->provider->read(r, buffer);
  return n > 0 && !*buffer ? -1 : n;
}

const char* resource_problem(const mjResource* r, int n) {
  if (n == 0) return "it is empty";
  return r->provider == &disk_files ? strerror(errno) : "its provider refuses";
}

void resource_dir(mjResource* r, const char** dir, int* ndir) {
  *dir = r->name;
  bool by_name = r->provider != mjp_getResourceProvider(r->name);
  *ndir = by_name ? (int)path_dir(r->name) : 0;
  if (r->provider->getdir) r->provider->getdir(r, dir, ndir);
}

int resource_modified(const mjResource* r, const char* timestamp) {
  return r->provider->modified ? r->provider->modified(r, timestamp) : 1;
}

void resource_close(mjResource* r) {
  if (!r) return;
  r->provider->close(r);
  free(r->name);
  free(r);
}
