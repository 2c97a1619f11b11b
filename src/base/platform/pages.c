#include "base/platform/pages.h"

#include <stdint.h>

#if PAGES

#include <sys/mman.h>
#include <unistd.h>

void* pages_reserve(size_t n) {
  void* p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void pages_release(void* p, size_t n) {
  if (p) munmap(p, n);
}

void pages_expect(void* p, size_t n) {
#ifdef MADV_HUGEPAGE
  const uintptr_t large = 1 << 21;  // large pages usually have this size
  uintptr_t first = ((uintptr_t)p + large - 1) & ~(large - 1),
            end = ((uintptr_t)p + n) & ~(large - 1);
  if (end > first) madvise((char*)p + (first - (uintptr_t)p), end - first, MADV_HUGEPAGE);
#else
  (void)p, (void)n;
#endif
}

bool pages_drop(void* p, size_t n, char** first, char** last) {
  const size_t little = 1 << 18;  // for fewer bytes, page faults cost more than zeroing
  if (n < little) return false;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)p, end = begin + n;
  *first = (char*)p + (page - 1 - (begin - 1) % page);
  *last = (char*)p + (n - end % page);
  return madvise(*first, (size_t)(*last - *first), MADV_DONTNEED) == 0;
}

#else

void* pages_reserve(size_t n) {
  (void)n;
  return NULL;
}

void pages_release(void* p, size_t n) { (void)p, (void)n; }

void pages_expect(void* p, size_t n) { (void)p, (void)n; }

bool pages_drop(void* p, size_t n, char** first, char** last) {
  (void)p, (void)n, (void)first, (void)last;
  return false;
}

#endif
