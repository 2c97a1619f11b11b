// Heap blocks for what the user owns: models, data, thread pools.  What the library keeps for
// itself (tables, text, caches) comes from malloc, so that it may outlive the user's handlers.
#pragma once

#include <stddef.h>

// Alignment of every block of the default allocator, and of every array of a model or data.
#define MEMORY_ALIGN 64

// Like mju_malloc, but the caller deals with a failure: NULL.  Free with mju_free.
void* memory_try(size_t size);

// The same; blocks of a user's allocator that are not aligned to MEMORY_ALIGN count as failures.
void* memory_try_aligned(size_t size);

// The smallest multiple of align (a power of two) that is not below size; size when it overflows.
static inline size_t memory_round_up(size_t size, size_t align) {
  size_t up = (size + align - 1) & ~(align - 1);
  return up < size ? size : up;
}
