// The size is stored in the block itself, so that one atomic exchange hands over block and size
// together.
#include "base/spare.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <engine/base.h>

#include "base/platform/compiler.h"

// No block is kept while use of freed memory is being detected.
#define KEEPS (!WATCHES_MEMORY)

typedef struct {
  size_t size;
} spare_block;

static _Atomic(spare_block*) kept = NULL;

bool spare_keep(void* p, size_t n) {
  if (!KEEPS || n < SPARE_LEAST || n > SPARE_MOST || mju_user_malloc || mju_user_free ||
      n > mj_getCacheCapacity(mj_getCache())) {
    return false;
  }
  spare_block* b = p;
  b->size = n;
  free(atomic_exchange(&kept, b));
  return true;
}

void* spare_take(size_t n) {
  if (mju_user_malloc || mju_user_free || n < SPARE_LEAST) return NULL;
  spare_block* b = atomic_exchange(&kept, NULL);
  if (!b || (n <= b->size && b->size / 2 <= n)) return b;
  spare_block* none = NULL;
  if (!atomic_compare_exchange_strong(&kept, &none, b)) free(b);
  return NULL;
}

void spare_free(void) { free(atomic_exchange(&kept, NULL)); }
