// Memory straight from the system, in pages.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Whether there are such; else nothing is ever reserved, expected or dropped.
#ifdef __linux__
#define PAGES 1
#else
#define PAGES 0
#endif

// n zeroed bytes that take memory only where they are written to; NULL when there are none.  Given
// back by pages_release with the same n.
void* pages_reserve(size_t n);
void pages_release(void* p, size_t n);

// n bytes are about to be written to: where the system has large pages it may take these, which
// saves most of the time that fresh memory costs.  For what is used to the full, or soon freed.
void pages_expect(void* p, size_t n);

// Drop what stands in the whole pages of n bytes: they read as zeros from then on, and take no
// memory until they are written.  On success [*first, *last) are these; false when nothing was
// done, also where there are so few that it would not pay.
bool pages_drop(void* p, size_t n, char** first, char** last);
