#include "base/platform/heap.h"

#include <stdlib.h>  // defines __GLIBC__
#if defined(__GLIBC__) || defined(_WIN32)
#include <malloc.h>
#endif

#ifdef _WIN32
void* heap_aligned(size_t align, size_t size) { return _aligned_malloc(size, align); }
void heap_free(void* p) { _aligned_free(p); }
#else
void* heap_aligned(size_t align, size_t size) { return aligned_alloc(align, size); }
void heap_free(void* p) { free(p); }
#endif

size_t heap_block_size(void* p) {
#ifdef __GLIBC__
  return p ? malloc_usable_size(p) : 0;
#else
  (void)p;
  return 0;
#endif
}
