#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>

#include "base/check.h"
#include "base/platform/heap.h"
#include "base/platform/pages.h"

void* (*mju_user_malloc)(size_t) = NULL;
void (*mju_user_free)(void*) = NULL;

void* memory_try(size_t size) {
  if (mju_user_malloc) return mju_user_malloc(size);
  void* p = heap_aligned(MEMORY_ALIGN, memory_round_up(size, MEMORY_ALIGN));
  if (HOSTILE && p) poison(p, size);
  return p;
}

void* memory_try_aligned(size_t size) {
  void* p = memory_try(size);
  if ((uintptr_t)p % MEMORY_ALIGN == 0) return p;
  mju_free(p);
  return NULL;
}

void* memory_move_empty(void* p, size_t size, size_t used) {
  void* to = NULL;
  if (!mju_user_malloc && !mju_user_free)
    to = heap_aligned(MEMORY_ALIGN, memory_round_up(size, MEMORY_ALIGN));
  if (!to) return p;
  poison(p, used);
  poison(to, used);
  heap_free(p);
  return to;
}

void* memory_reserve(size_t n) {
  void* p = pages_reserve(n);
  if (p || PAGES) return p;
  p = n < SIZE_MAX - MEMORY_ALIGN ? memory_try_aligned(n) : NULL;
  if (p) memset(p, 0, n);
  return p;
}

void memory_unreserve(void* p, size_t n) {
  if (PAGES) {
    pages_release(p, n);
  } else {
    mju_free(p);
  }
}

void memory_zero(void* p, size_t n) {
  char *first, *last, *end = (char*)p + n;
  // blocks of a user's allocator may not consist of whole pages
  if (mju_user_malloc || !pages_drop(p, n, &first, &last)) {
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
    if (HOSTILE && !mju_user_malloc) poison(ptr, heap_block_size(ptr));
    heap_free(ptr);
  }
}
