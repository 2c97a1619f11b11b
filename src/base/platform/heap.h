// Aligned heap blocks, and their actual sizes.
#pragma once

#include <stddef.h>

// A block whose address and size are multiples of `align`; NULL when there is no memory.  Free with
// heap_free only.
void* heap_aligned(size_t align, size_t size);
void heap_free(void* p);

// Usable bytes of a block from heap_aligned; 0 where the system does not tell.
size_t heap_block_size(void* p);
