#include "base/need.h"
#include "base/vfs.h"

#include <engine/extension.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/resource.h"

#define REPEATED 2

// A path below which a resource provider serves all names.
typedef struct mount {
  char* path;
  mjpResourceProvider provider;
  struct mount* next;
} mount;

typedef struct {
  vfs_file** file;
  int count, capacity;
  hash_table index;  // name to index into `file`
  mount* mounts;
} vfs_table;

void mj_defaultVFS(mjVFS* vfs) {
  NEED(vfs);
  vfs->impl_ = calloc(1, sizeof(vfs_table));
  if (!vfs->impl_) mju_error("mj_defaultVFS: no memory");
}

static void free_file(vfs_file* f) {
  if (!f) return;
  free(f->name);
  free(f->data);
  free(f);
}

// Unlink and free the mount that *at points to.
static void free_mount(mount** at) {
  mount* gone = *at;
  *at = gone->next;
  free(gone->path);
  free(gone);
}

void mj_deleteVFS(mjVFS* vfs) {
  if (!vfs || !vfs->impl_) return;
  vfs_table* t = vfs->impl_;
  for (int i = 0; i < t->count; i++) free_file(t->file[i]);
  free(t->file);
  while (t->mounts) free_mount(&t->mounts);
  hash_free(&t->index);
  free(t);
  vfs->impl_ = NULL;
}

static bool make_room(vfs_table* t) {
  if (t->count < t->capacity) return true;
  int capacity = t->capacity ? 2 * t->capacity : 16;
  vfs_file** file = realloc(t->file, (size_t)capacity * sizeof(*file));
  if (!file) return false;
  t->file = file;
  t->capacity = capacity;
  return true;
}

// Give a file its content, taking ownership of data.
static void set_content(vfs_file* f, char* data, int size) {
  uint64_t hash = hash_bytes(data, (size_t)size, 0);
  path_base64(f->timestamp, &hash, sizeof hash);
  free(f->data);
  f->data = data;
  f->size = size;
}

// Add a file, taking ownership of name and data; returns 0, or -1 without memory.
static int add_file(vfs_table* t, char* name, char* data, int size) {
  vfs_file* f = calloc(1, sizeof(vfs_file));
  if (!f || !make_room(t) || !hash_insert(&t->index, name, t->count)) {
    free(f);
    free(name);
    free(data);
    return -1;
  }
  f->name = name;
  set_content(f, data, size);
  t->file[t->count++] = f;
  return 0;
}

int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  if (!vfs || !vfs->impl_ || !filename) return -1;
  vfs_table* t = vfs->impl_;
  char* name = path_lower_base(filename);
  if (!name) return -1;
  if (hash_find(&t->index, name, -1) >= 0) {
    free(name);
    return REPEATED;
  }
  char* path = resource_path(directory, filename);
  size_t size = 0;
  char* data = path ? disk_read(path, &size) : NULL;
  free(path);
  if (!data || !size) {
    free(data);
    free(name);
    return -1;
  }
  return add_file(t, name, data, (int)size);
}

// A copy of a buffer with a zero behind it; NULL without memory.
static char* copy_buffer(const void* buffer, int n) {
  char* data = malloc((size_t)n + 1);
  if (!data) return NULL;
  if (n) memcpy(data, buffer, (size_t)n);
  data[n] = '\0';
  return data;
}

int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  if (!vfs || !vfs->impl_ || !name || nbuffer < 0 || (nbuffer && !buffer)) return -1;
  vfs_table* t = vfs->impl_;
  char* key = path_normalise(name);
  if (!key) return -1;
  if (hash_find(&t->index, key, -1) >= 0) {
    free(key);
    return REPEATED;
  }
  char* data = copy_buffer(buffer, nbuffer);
  if (!data) {
    free(key);
    return -1;
  }
  return add_file(t, key, data, nbuffer);
}

// Index of the file that a request for `name` finds; -1 when there is none.
static int find(const vfs_table* t, const char* name) {
  char* key = path_lower_base(name);
  int i = key ? hash_find(&t->index, key, -1) : -1;
  free(key);
  if (i >= 0) return i;
  key = path_normalise(name);
  i = key ? hash_find(&t->index, key, -1) : -1;
  free(key);
  return i;
}

int vfs_contains(const mjVFS* vfs, const char* name) {
  if (!vfs || !vfs->impl_ || !name) return 0;
  char* key = path_normalise(name);
  if (!key) return -1;
  int i = hash_find(&((const vfs_table*)vfs->impl_)->index, key, -1);
  free(key);
  return i >= 0;
}

int mj_containsBufferVFS(mjVFS* vfs, const char* name) { return vfs_contains(vfs, name) > 0; }

int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  if (!vfs || !vfs->impl_ || !filename) return 0;
  char* path = resource_path(directory, filename);
  bool found = path && find(vfs->impl_, path) >= 0;
  free(path);
  return found;
}

static void remove_at(vfs_table* t, int i) {
  vfs_file* last = t->file[--t->count];
  hash_remove(&t->index, t->file[i]->name);
  free_file(t->file[i]);
  if (i < t->count) {
    t->file[i] = last;
    hash_insert(&t->index, last->name, i);  // overwrites an existing key, so no memory is needed
  }
}

int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  if (!vfs || !vfs->impl_ || !filename) return -1;
  int i = find(vfs->impl_, filename);
  if (i < 0) return -1;
  remove_at(vfs->impl_, i);
  return 0;
}

int vfs_replace(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  if (!vfs || !vfs->impl_ || !name || nbuffer < 0 || (nbuffer && !buffer)) return -1;
  vfs_table* t = vfs->impl_;
  char *key = path_normalise(name), *data = copy_buffer(buffer, nbuffer);
  if (!key || !data) {
    free(key);
    free(data);
    return -1;
  }
  int i = hash_find(&t->index, key, -1);
  if (i < 0) return add_file(t, key, data, nbuffer);
  free(key);
  set_content(t->file[i], data, nbuffer);
  return 0;
}

const vfs_file* vfs_find(const mjVFS* vfs, const char* name) {
  if (!vfs || !vfs->impl_) return NULL;
  const vfs_table* t = vfs->impl_;
  int i = find(t, name);
  return i < 0 ? NULL : t->file[i];
}

// --- mounts -------------------------------------------------------------------------------------

// A copy of a path without trailing separators.
static char* mount_path(const char* name) {
  char* path = path_normalise(name);
  for (size_t n = path ? strlen(path) : 0; n > 1 && path[n - 1] == '/';) path[--n] = 0;
  return path;
}

static mount** find_mount(vfs_table* t, const char* path) {
  mount** at = &t->mounts;
  while (*at && strcmp((*at)->path, path) != 0) at = &(*at)->next;
  return at;
}

int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  if (!vfs || !vfs->impl_ || !filepath || !*filepath || !provider) return -1;
  if (!provider->open || !provider->read || !provider->close) return -1;
  vfs_table* t = vfs->impl_;
  mount* new = calloc(1, sizeof(mount));
  char* path = new ? mount_path(filepath) : NULL;
  if (!path || *find_mount(t, path)) {
    int repeated = path != NULL;
    free(path);
    free(new);
    return repeated ? REPEATED : -1;
  }
  *new = (mount){path, *provider, t->mounts};
  if (!new->provider.prefix) new->provider.prefix = "mount";
  t->mounts = new;
  return 0;
}

int mj_unmountVFS(mjVFS* vfs, const char* filepath) {
  if (!vfs || !vfs->impl_ || !filepath) return -1;
  char* path = mount_path(filepath);
  mount** at = path ? find_mount(vfs->impl_, path) : NULL;
  free(path);
  if (!at || !*at) return -1;
  free_mount(at);
  return 0;
}

const mjpResourceProvider* vfs_mounted(const mjVFS* vfs, const char* path) {
  const vfs_table* t = vfs ? vfs->impl_ : NULL;
  if (!t || !t->mounts) return NULL;
  char* whole = path_normalise(path);
  const mount* best = NULL;
  for (const mount* m = t->mounts; m && whole; m = m->next) {
    size_t n = strlen(m->path);
    if (strncmp(whole, m->path, n) != 0 || whole[n] != '/') continue;
    if (!best || n > strlen(best->path)) best = m;
  }
  free(whole);
  return best ? &best->provider : NULL;
}
