#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <engine/base.h>

void* (*mju_user_malloc)(size_t) = NULL;
void (*mju_user_free)(void*) = NULL;

void* memory_try(size_t size) {
  if (mju_user_malloc) return mju_user_malloc(size);
  return aligned_alloc(MEMORY_ALIGN, memory_round_up(size, MEMORY_ALIGN));
}

void* memory_try_aligned(size_t size) {
  void* p = memory_try(size);
  if ((uintptr_t)p % MEMORY_ALIGN == 0) return p;
  mju_free(p);
  return NULL;
}

void memory_expect(void* p, size_t n) {
#ifdef MADV_HUGEPAGE
  const uintptr_t large = 1 << 21;  // nothing is lost if it is another size
  uintptr_t first = ((uintptr_t)p + large - 1) & ~(large - 1),
            end = ((uintptr_t)p + n) & ~(large - 1);
  if (end > first) madvise((char*)p + (first - (uintptr_t)p), end - first, MADV_HUGEPAGE);
#else
  (void)p, (void)n;
#endif
}

int memory_give_back(void* p, size_t n, char** first, char** last) {
  const size_t little = 1 << 18;  // faults of pages cost more than zeroing them
#ifdef __linux__
  if (n < little) return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)p, end = begin + n;
  *first = (char*)p + (page - 1 - (begin - 1) % page);
  *last = (char*)p + (n - end % page);
  return madvise(*first, (size_t)(*last - *first), MADV_DONTNEED) == 0;
#else
  (void)p, (void)n, (void)first, (void)last, (void)little;
  return 0;
#endif
}

void* memory_reserve(size_t n) {
#ifdef __linux__
  void* p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
#else
  void* p = n < SIZE_MAX - MEMORY_ALIGN ? memory_try_aligned(n) : NULL;
  if (p) memset(p, 0, n);
  return p;
#endif
}

void memory_unreserve(void* p, size_t n) {
#ifdef __linux__
  if (p) munmap(p, n);
#else
  (void)n;
  mju_free(p);
#endif
}

void memory_zero(void* p, size_t n) {
  char *first, *last, *end = (char*)p + n;
  // what a user's blocks are made of is not known
  if (mju_user_malloc || !memory_give_back(p, n, &first, &last)) {
    memset(p, 0, n);
    return;
  }
  memset(p, 0, (size_t)(first - (char*)p));
  memset(last, 0, (size_t)(end - last));
}

void* mju_malloc(size_t size) {
  void* p = memory_try(size);
  if (!p) mju_error("mju_malloc: no memory for %zu bytes", size);
  return p;
}

void mju_free(void* ptr) {
  if (!ptr) return;
  if (mju_user_free) {
    mju_user_free(ptr);
  } else {
    free(ptr);
  }
}
