// Checks of invariants, and a debug build that exposes code that violates them.
//
// Cheap checks use assert and run in every build without NDEBUG.  Expensive ones use CHECK_FULL and
// run in a build with ENGINE_CHECK=full, which also
//   - fills fresh memory, and memory that is freed, with NaN: heap blocks, the arena of mjData and
//     its stack;
//   - moves the arena of mjData each time it is emptied, so that stale pointers are noticed.
// Allocation failures are injected from outside: test/attack/no_memory.h replaces malloc and calls
// every function of the API with each of its allocations failing, in this build too.  A Release
// build contains none of this.
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

// Fill n bytes with values that are NaN as float and as double, and no valid index as integers.
void poison(void* p, size_t n);
