#include "base/platform/heap.h"

#include <stdlib.h>  // defines __GLIBC__
#ifdef __GLIBC__
#include <malloc.h>
#endif

size_t heap_block_size(void* p) {
#ifdef __GLIBC__
  return p ? malloc_usable_size(p) : 0;
#else
  (void)p;
  return 0;
#endif
}
