// Loading of dynamic libraries with plugins.
#include <stdio.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>
#include <engine/plugin.h>

#include "base/platform/file.h"
#include "base/platform/library.h"

void mj_loadPluginLibrary(const char* path) {
  if (!path || !path[0]) {
    mju_error("mj_loadPluginLibrary: the path is empty");
    return;
  }
  if (!library_open(path)) {
    mju_error("mj_loadPluginLibrary: '%s' cannot be loaded: %s", path, library_problem());
  }
}

// A folder whose libraries are being loaded.
typedef struct {
  const char* path;
  mjfPluginLibraryLoadCallback loaded;
} plugin_folder;

static void load_one(void* arg, const char* name) {
  const plugin_folder* folder = arg;
  size_t length = strlen(name), tail = strlen(library_suffix);
  char path[4096];
  if (length <= tail || strcmp(name + length - tail, library_suffix)) return;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", folder->path, name) >= sizeof path) return;
  if (!file_is_plain(path)) return;
  int before = mjp_pluginCount();
  mj_loadPluginLibrary(path);
  int count = mjp_pluginCount() - before;
  if (folder->loaded) folder->loaded(name, count ? before : -1, count);
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  plugin_folder folder = {directory, callback};
  if (directory) folder_visit(directory, load_one, &folder);
}

static void load_place(const char* path) {
  if (file_is_folder(path)) {
    mj_loadAllPluginLibraries(path, NULL);
  } else {
    mj_loadPluginLibrary(path);
  }
}

int eng_loadPlugins(const char* places) {
  int before = mjp_pluginCount();
  for (const char* at = places; at && *at;) {
    size_t n = strcspn(at, library_separator);
    char path[4096];
    if (n >= sizeof path) {
      mju_error("eng_loadPlugins: a path has %zu characters, at most %zu", n, sizeof path - 1);
    } else if (n) {
      snprintf(path, sizeof path, "%.*s", (int)n, at);
      load_place(path);
    }
    at += n + (at[n] != 0);
  }
  return mjp_pluginCount() - before;
}
