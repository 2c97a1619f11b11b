// Checks of invariants, and a build that is hostile to code that breaks them.
//
// What is cheap next to the work it follows is checked by assert, in every build without NDEBUG.
// What is not, by CHECK_FULL, in a build with ENGINE_CHECK=full; that build also
//   - fills fresh memory with numbers that spoil whatever they get into, and memory given back too:
//     blocks of the heap, the arena of mjData and its stack;
//   - moves the arena of mjData each time it is emptied, so that no pointer into it outlives it.
// Allocations that fail come from outside: test/attack/no_memory.h takes the place of malloc, and
// every call of the API is made with each of its allocations failing, in this build too.  All of
// this is nothing in a Release build.
#pragma once

#include <assert.h>
#include <stddef.h>

#ifdef ENGINE_CHECK_FULL
#define CHECK_FULL(condition) assert(condition)
enum { HOSTILE = 1 };
#else
#define CHECK_FULL(condition) ((void)0)
enum { HOSTILE = 0 };
#endif

// Fill n bytes with NaN, as numbers of either precision, and as integers with what no index is.
void poison(void* p, size_t n);
