// Allocations that fail on demand and blocks that are counted, also across threads.  The program
// is linked with --wrap for the functions that are wrapped here (test/CMakeLists.txt).
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void* __real_malloc(size_t n);
void* __real_calloc(size_t n, size_t size);
void* __real_realloc(void* p, size_t n);
void* __real_aligned_alloc(size_t align, size_t n);
char* __real_strdup(const char* s);
void __real_free(void* p);

static bool watching;     // only what the library does is counted
static atomic_long left;  // allocations that still succeed
static atomic_long held;  // blocks not freed

static bool allowed(void) {
  if (!watching) return true;
  if (atomic_fetch_sub(&left, 1) <= 0) return false;
  atomic_fetch_add(&held, 1);
  return true;
}
void* __wrap_malloc(size_t n) { return allowed() ? __real_malloc(n) : NULL; }
void* __wrap_calloc(size_t n, size_t size) { return allowed() ? __real_calloc(n, size) : NULL; }
void* __wrap_aligned_alloc(size_t align, size_t n) {
  return allowed() ? __real_aligned_alloc(align, n) : NULL;
}
char* __wrap_strdup(const char* s) { return allowed() ? __real_strdup(s) : NULL; }
void* __wrap_realloc(void* p, size_t n) {
  if (!allowed()) return NULL;
  if (p && watching) atomic_fetch_sub(&held, 1);
  return __real_realloc(p, n);
}
void __wrap_free(void* p) {
  if (p && watching) atomic_fetch_sub(&held, 1);
  __real_free(p);
}
