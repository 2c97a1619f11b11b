// Dynamic libraries that bring plugins.
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <engine/base.h>
#include <engine/model.h>
#include <engine/plugin.h>

#ifdef __APPLE__
static const char suffix[] = ".dylib";
#else
static const char suffix[] = ".so";
#endif

void mj_loadPluginLibrary(const char* path) {
  if (!path || !path[0]) {
    mju_error("mj_loadPluginLibrary: the path is empty");
    return;
  }
  if (!dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    mju_error("mj_loadPluginLibrary: '%s' cannot be loaded: %s", path, dlerror());
  }
}

static int is_library(const char* directory, const char* name, char* path, size_t npath) {
  size_t length = strlen(name), tail = sizeof suffix - 1;
  struct stat status;
  if (length <= tail || strcmp(name + length - tail, suffix)) return 0;
  if ((size_t)snprintf(path, npath, "%s/%s", directory, name) >= npath) return 0;
  return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  DIR* entries = directory ? opendir(directory) : NULL;
  if (!entries) return;
  char path[4096];
  for (struct dirent* e = readdir(entries); e; e = readdir(entries)) {
    if (!is_library(directory, e->d_name, path, sizeof path)) continue;
    int before = mjp_pluginCount();
    mj_loadPluginLibrary(path);
    int count = mjp_pluginCount() - before;
    if (callback) callback(e->d_name, count ? before : -1, count);
  }
  closedir(entries);
}
