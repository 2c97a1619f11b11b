// An allocator that fails when it is told to: one allocation, or all from one on.  It takes the
// place of that of the C library in the program that includes this, where FAILING is then defined;
// with sanitizers, and with other C libraries, it cannot.
#pragma once

#include <stdbool.h>
#include <string.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FAILING
#endif

#ifdef FAILING

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void* __libc_malloc(size_t n);
void* __libc_calloc(size_t n, size_t size);
void* __libc_realloc(void* p, size_t n);
void* __libc_memalign(size_t align, size_t n);
void __libc_free(void* p);

static atomic_bool watching, all_fail;
static atomic_long count, failing, held;  // allocations seen, the first that fails, blocks alive

// For a breakpoint: whose allocation it was.
__attribute__((noinline)) void fails_here(void);
void fails_here(void) { errno = ENOMEM; }

static bool allowed(void) {
  if (!watching) return true;
  long i = atomic_fetch_add(&count, 1), n = failing;
  bool good = n < 0 || (all_fail ? i < n : i != n);
  if (!good) fails_here();
  return good;
}

// Blocks are counted whenever they are made: some outlive the watching.
static void* gain(void* p) {
  if (p) atomic_fetch_add(&held, 1);
  return p;
}

void* malloc(size_t n) { return allowed() ? gain(__libc_malloc(n)) : NULL; }
void* calloc(size_t n, size_t size) { return allowed() ? gain(__libc_calloc(n, size)) : NULL; }
void* memalign(size_t align, size_t n) {
  return allowed() ? gain(__libc_memalign(align, n)) : NULL;
}
void* aligned_alloc(size_t align, size_t n) {
  return allowed() ? gain(__libc_memalign(align, n)) : NULL;
}
int posix_memalign(void** p, size_t align, size_t n) {
  *p = memalign(align, n);
  return *p ? 0 : 12;
}
void* realloc(void* p, size_t n) {
  if (!allowed()) return NULL;
  return p ? __libc_realloc(p, n) : gain(__libc_malloc(n));
}
void free(void* p) {
  if (p) atomic_fetch_sub(&held, 1);
  __libc_free(p);
}
void* mmap(void* p, size_t n, int protection, int flags, int file, off_t offset) {
  if (!allowed()) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, p, n, protection, flags, file, offset);
}

// Count allocations from here on, and let number n fail, -1 for none; with all, those after it too.
static inline void memory_fails(long n, bool all) {
  count = 0;
  failing = n;
  all_fail = all;
}

static inline bool speaks_of_memory(const char* text) {
  return strstr(text, "memory") || strstr(text, "Memory") || strstr(text, "allocat");
}

#endif
