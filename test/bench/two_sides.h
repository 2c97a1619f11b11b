// Two engines of one API but different structs, measured in turns: each is a module of its own that
// hides its structs, and answers with a table of calls.
#pragma once

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The table that the module's function of this name gives; NULL without a module.
static inline const void* open_side(const char* path, const char* function) {
  if (!*path) return NULL;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return NULL;
  }
  const void* (*get)(void);
  *(void**)&get = dlsym(library, function);
  return get();
}

static inline int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// Seconds of a clock.
static inline double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
