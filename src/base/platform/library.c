#include "base/platform/library.h"

#include <dlfcn.h>

#ifdef __APPLE__
const char library_suffix[] = ".dylib";
#else
const char library_suffix[] = ".so";
#endif

void* library_open(const char* path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

void* library_loaded(const char* path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD); }

const char* library_problem(void) {
  const char* text = dlerror();
  return text ? text : "no reason is given";
}

void* library_symbol(void* library, const char* name) { return dlsym(library, name); }

void library_close(void* library) { dlclose(library); }
