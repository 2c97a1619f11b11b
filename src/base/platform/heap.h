// What the heap of the system knows of its blocks.
#pragma once

#include <stddef.h>

// The bytes of a block of malloc or aligned_alloc that may be written to; 0 where nobody tells.
size_t heap_block_size(void* p);
