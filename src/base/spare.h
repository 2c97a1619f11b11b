// One large freed block of memory, kept for the next allocation of about the same size: fresh
// memory costs more to be mapped and zeroed, page by page, than to be written to.  Loading a robot
// of 8 MB of meshes again takes half the time of the processor so (2.3 against 4.9 ms), a small one
// the same.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// From the first on blocks are worth it; larger ones than the second are not held on to.
#define SPARE_LEAST ((size_t)1 << 20)
#define SPARE_MOST  ((size_t)64 << 20)

// Keep a block of n bytes from memory_try_aligned instead of freeing it; what was kept before is
// freed.  Returns false, and does nothing, if it is not to be kept: when it is too small or too
// large, when the user has allocators, when the asset cache is off or has not that capacity.
bool spare_keep(void* p, size_t n);

// The block that is kept, for n bytes, to be freed with mju_free or kept again; what is in it is
// anything.  NULL when there is none, or it is too small, or more than twice as large.
void* spare_take(size_t n);

// Free what is kept.
void spare_free(void);
