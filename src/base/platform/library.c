#include "base/platform/library.h"

#include "base/platform/compiler.h"

#ifdef _WIN32

#include <stdio.h>
#include <string.h>
#include <windows.h>

const char library_suffix[] = ".dll";
const char library_separator[] = ";";

void* library_open(const char* path) { return (void*)LoadLibraryA(path); }

void* library_loaded(const char* path) {
  HMODULE found = NULL;
  return GetModuleHandleExA(0, path, &found) ? (void*)found : NULL;
}

const char* library_problem(void) {
  static PER_THREAD char text[64];
  snprintf(text, sizeof text, "error %lu of the system", (unsigned long)GetLastError());
  return text;
}

void* library_symbol(void* library, const char* name) {
  FARPROC found = GetProcAddress((HMODULE)library, name);
  void* symbol;
  memcpy(&symbol, &found, sizeof symbol);  // C converts no data pointer to a function
  return symbol;
}

void library_close(void* library) { FreeLibrary((HMODULE)library); }

#else

#include <dlfcn.h>

const char library_separator[] = ":";
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

#endif
