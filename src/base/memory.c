#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

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
