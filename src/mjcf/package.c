#include "mjcf/package.h"

#include <stdlib.h>
#include <string.h>
#include <engine/mjcf.h>

#include "base/path.h"
#include "base/platform/compiler.h"
#include "base/platform/file.h"
#include "base/platform/thread.h"
#include "base/resource.h"
#include "base/text.h"
#include "mjcf/asset_path.h"

static const char scheme[] = "package://";

static thread_lock path_lock = THREAD_LOCK_NEW;
static char* user_path;  // folders separated by ':'; NULL: none

int eng_setPackagePath(const char* path) {
  char* copy = path && *path ? strdup(path) : NULL;
  if (path && *path && !copy) return -1;
  thread_lock_take(&path_lock);
  char* before = user_path;
  user_path = copy;
  thread_lock_give(&path_lock);
  free(before);
  return 0;
}

AT_UNLOAD static void forget_at_unload(void) { eng_setPackagePath(NULL); }

bool package_is(const char* file) { return !strncmp(file, scheme, sizeof scheme - 1); }

// A file in a package: the package name (n bytes) and the path within the package.
typedef struct {
  reader* r;
  const char *name, *rest;
  size_t n;
} package_file;

static const char* open_below(const package_file* p, const char* dir) {
  const char* path = path_below(p->r->memory, dir, p->rest);
  mjResource* resource = resource_open(NULL, path, p->r->vfs, NULL, 0);
  if (!resource) return NULL;
  resource_close(resource);
  // names in the specification are relative to the model, these must not be
  char* absolute = file_absolute(path);
  if (absolute) path = arena_strndup(p->r->memory, absolute, strlen(absolute));
  free(absolute);
  return path;
}

// Look for a folder that is the package, or contains it.
static const char* find_at(const package_file* p, const char* dir, size_t ndir,
                           const char* between) {
  while (ndir > 1 && dir[ndir - 1] == '/') ndir--;
  text t = {0};
  text_print(&t, "%.*s/%s%.*s", (int)ndir, dir, between, (int)p->n, p->name);
  const char* found = t.failed ? NULL : open_below(p, text_string(&t));
  text_free(&t);
  bool itself =
      ndir > p->n && dir[ndir - p->n - 1] == '/' && !strncmp(dir + ndir - p->n, p->name, p->n);
  if (found || !itself) return found;
  text_print(&t, "%.*s", (int)ndir, dir);
  found = t.failed ? NULL : open_below(p, text_string(&t));
  text_free(&t);
  return found;
}

static const char* find_in(const package_file* p, const char* path, const char* between) {
  const char* found = NULL;
  while (path && *path && !found) {
    size_t n = strcspn(path, ":");
    if (n) found = find_at(p, path, n, between);
    path += n + (path[n] == ':');
  }
  return found;
}

// Search the folders that contain the model, from the innermost outwards.
static const char* find_above(const package_file* p) {
  const char* found = NULL;
  char* dir = file_absolute(*p->r->model_dir ? p->r->model_dir : ".");
  size_t n = dir ? strlen(dir) : 0;
  while (n && !found) {
    found = find_at(p, dir, n, "");
    while (n && dir[n - 1] == '/') n--;
    while (n && dir[n - 1] != '/') n--;
  }
  free(dir);
  return found;
}

const char* package_find(reader* r, const char* file) {
  package_file p = {.r = r, .name = file + sizeof scheme - 1};
  p.n = strcspn(p.name, "/");
  p.rest = p.name + p.n + (p.name[p.n] == '/');
  if (!p.n || !*p.rest) return NULL;
  thread_lock_take(&path_lock);
  const char* own = user_path ? arena_strndup(r->memory, user_path, strlen(user_path)) : NULL;
  thread_lock_give(&path_lock);
  const char* found = find_in(&p, own, "");
  if (!found) found = find_in(&p, getenv("ROS_PACKAGE_PATH"), "");
  if (!found) found = find_in(&p, getenv("AMENT_PREFIX_PATH"), "share/");
  return found ? found : find_above(&p);
}
