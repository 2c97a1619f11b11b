// What the heap of the system knows of its blocks.
#pragma once

#include <stddef.h>

// A block of size bytes, a multiple of `align`, at an address that is one too; NULL when there is
// no memory.  Given back by heap_free alone.
void* heap_aligned(size_t align, size_t size);
void heap_free(void* p);

// The bytes of a block of heap_aligned that may be written to; 0 where the system does not tell.
size_t heap_block_size(void* p);
