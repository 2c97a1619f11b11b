// Heap blocks that the user owns: models, data, thread pools.  The library's own blocks (tables,
// text, caches) come from malloc directly, since they may outlive the user's allocator callbacks.
#pragma once

#include <stddef.h>

// Alignment of every block of the default allocator, and of every array of a model or data.
#define MEMORY_ALIGN 64

// Like mju_malloc, but returns NULL on failure instead of raising an error.  Free with mju_free.
void* memory_try(size_t size);

// Like memory_try; a block of a user's allocator that is not aligned to MEMORY_ALIGN counts as a
// failure.
void* memory_try_aligned(size_t size);

// For builds that spoil memory: a block of `size` bytes in another place for one that is empty
// again. Only the bytes that were used are spoilt, here and there, since blocks may be large.  A
// block of a user's allocator stays.
void* memory_move_empty(void* p, size_t size, size_t used);

// n zero bytes whose pages take memory only once they are written to: for scratch whose size is an
// upper bound.  NULL when there is no memory.
void* memory_reserve(size_t n);

// Free the n bytes of memory_reserve; NULL is a no-op.
void memory_unreserve(void* p, size_t n);

// Zero n bytes of a block from memory_try or memory_try_aligned.  For large blocks the pages are
// returned to the system instead of being written, so that pages never used take no memory.
void memory_zero(void* p, size_t n);

// The smallest multiple of align (a power of two) that is not below size; size when it overflows.
static inline size_t memory_round_up(size_t size, size_t align) {
  size_t up = (size + align - 1) & ~(align - 1);
  return up < size ? size : up;
}
