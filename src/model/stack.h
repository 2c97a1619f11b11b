// The arena of mjData: contacts and constraint rows grow up from its start, the stack grows down
// from its end.  The workers of a thread pool have stacks of their own beside it, so that with a
// pool as much fits into the arena as without.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

#include "base/memory.h"

// bytes of the arena, aligned, that live until the arena is released; NULL when it is full, which
// is no error.  Not for workers of a pool.
void* data_reserve(mjData* d, size_t bytes, size_t alignment);

// Where the next of several arrays in one reservation starts, of n elements of so many bytes; *at
// is the end of those before, and becomes its own.
static inline size_t data_slice(size_t* at, size_t n, size_t element) {
  size_t start = memory_round_up(*at, element);
  *at = start + n * element;
  return start;
}

// Give back all arrays of the arena but the contacts: pointers NULL, their counts 0.
void data_release_efc(mjData* d);

// Give back the contacts too.
void data_release_arena(mjData* d);

// Whether the invariant of the arena holds: contacts stand at its start, every array that is there
// lies below the mark up to which it is used, and the stack above that mark.
bool arena_valid(const mjData* d);

// Whether any stack of d is in use.
bool stack_in_use(const mjData* d);

// Forget all frames, of all threads.
void stack_reset(mjData* d);

// End the threads that mju_threadpool gave to d.
void data_free_pool(mjData* d);

// Give back the stacks of workers; there is no pool any more.
void stack_free_threads(mjData* d);

// Where the stacks may grow down to: the bytes of the arena that data_reserve may hand out at most.
size_t stack_floor(const mjData* d);

// Bytes that the stack of the calling thread has left, a few of which alignment may take.
size_t stack_room(mjData* d);
