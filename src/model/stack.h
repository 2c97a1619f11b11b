// The arena of mjData: contacts and constraint rows grow upwards from its start, the stack grows
// down from its end.  Workers of a thread pool have separate stacks, so that with a pool as much
// fits into the arena as without.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

#include "base/memory.h"

// Allocate bytes of the arena, aligned, valid until the arena is released; NULL when it is full,
// which is not an error.  Not for workers of a pool.  Some of the arena is left to the stack.
void* data_reserve(mjData* d, size_t bytes, size_t alignment);

// For several arrays in one reservation: the offset of the next array, of n elements of the given
// size. *at is the end of the previous array and becomes the end of this one.
static inline size_t data_slice(size_t* at, size_t n, size_t element) {
  size_t start = memory_round_up(*at, element);
  *at = start + n * element;
  return start;
}

// Release all arena arrays except the contacts: pointers become NULL, counts 0.
void data_release_efc(mjData* d);

// Release everything, including contacts.
void data_release_arena(mjData* d);

// Invariant of the arena: contacts are at its start, every array in it lies below the end of the
// used part, and the stack lies above that.
bool arena_valid(const mjData* d);

// Whether any stack of d has an open frame.
bool stack_in_use(const mjData* d);

// Drop all frames of all threads.
void stack_reset(mjData* d);

// Delete the thread pool that mju_threadpool gave to d.
void data_free_pool(mjData* d);

// Free the stacks of workers, after their pool is gone.
void stack_free_threads(mjData* d);

// Lowest offset the stack may reach, which is the most that data_reserve can allocate in total.
size_t stack_floor(const mjData* d);

// Bytes left on the stack of the calling thread, including those that alignment may take.
size_t stack_room(mjData* d);

// Work that takes scratch in proportion to what a state happens to have, contacts or rows: when the
// stack has no room for it, what it took is given back and the answer is false.
bool stack_try(mjData* d, void (*work)(void* context), void* context);
bool stack_try_stage(const mjModel* m, mjData* d, void (*stage)(const mjModel* m, mjData* d));
