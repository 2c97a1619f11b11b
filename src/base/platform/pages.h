// Memory taken from the system in whole pages.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Whether the platform supports this; otherwise the functions below fail or do nothing.
#ifdef __linux__
#define PAGES 1
#else
#define PAGES 0
#endif

// n zero bytes whose pages take memory only once they are written to; NULL when there are none.
// Free with pages_release and the same n.
void* pages_reserve(size_t n);
void pages_release(void* p, size_t n);

// Announces that n bytes are about to be written: the system may then use large pages, which saves
// most of the cost of fresh memory.  For blocks that are filled completely, or freed soon.
void pages_expect(void* p, size_t n);

// Return to the system the whole pages within n bytes: they then read as zeros and take no memory
// until they are written to.  On success [*first, *last) is the range returned; false when nothing
// was done, also when the range is too small to be worth it.
bool pages_drop(void* p, size_t n, char** first, char** last);
