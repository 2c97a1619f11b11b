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

// n bytes that read as zeros and take memory only where they are written to: for scratch whose size
// is a guess on the safe side.  NULL when there is no memory.
void* memory_reserve(size_t n);

// The end of a reservation of n bytes; NULL is a no-op.
void memory_unreserve(void* p, size_t n);

// Set to zero n bytes of a block from memory_try or memory_try_aligned.  Large blocks give their
// pages back rather than have them written to: those that are never used take no memory.
void memory_zero(void* p, size_t n);

// The smallest multiple of align (a power of two) that is not below size; size when it overflows.
static inline size_t memory_round_up(size_t size, size_t align) {
  size_t up = (size + align - 1) & ~(align - 1);
  return up < size ? size : up;
}
