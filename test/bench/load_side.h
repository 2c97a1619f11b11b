// A library whose loading is timed, and the clock of that.
#pragma once

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
#include <engine/engine.h>

static inline double clock_at(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Processor time, of all threads together: other work on the machine does not count.
static inline double now(void) { return clock_at(CLOCK_PROCESS_CPUTIME_ID); }

// Time as it passes: what threads save is seen only here.
static inline double wall(void) { return clock_at(CLOCK_MONOTONIC); }

typedef struct {
  mjModel* (*load)(const char*, const mjVFS*, char*, int);
  void (*free)(mjModel*);
  mjCache* (*cache)(void);  // the rest: NULL where there is no cache
  void (*clear)(mjCache*);
} library;

static inline int open_library(library* l, const char* file) {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    return 0;
  }
  *(void**)&l->load = dlsym(handle, "mj_loadXML");
  *(void**)&l->free = dlsym(handle, "mj_deleteModel");
  *(void**)&l->cache = dlsym(handle, "mj_getCache");
  *(void**)&l->clear = dlsym(handle, "mj_clearCache");
  return l->load && l->free;
}
