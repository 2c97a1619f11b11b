// An arena: many small allocations that live and die together.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct arena arena;

// A new empty arena, or NULL when there is no memory.
arena* arena_new(void);

// An arena for scratch: its allocations are not zeroed.
arena* arena_new_scratch(void);

// An arena that is deleted before allocations made after it are freed ("passing"): it takes memory
// in smaller steps, which leaves no large gaps in the heap between those allocations.
arena* arena_new_passing(void);

// n zeroed bytes, aligned for any type, that live as long as the arena; NULL when there is no
// memory.  Not thread-safe.
void* arena_alloc(arena* a, size_t n);

// n bytes for text: like arena_alloc, but not aligned.
char* arena_chars(arena* a, size_t n);

// Free n bytes from arena_alloc before the arena is deleted.  Only large allocations are freed; for
// small ones this does nothing.
void arena_free(arena* a, void* p, size_t n);

// A copy of s, of n bytes (without terminator) at most; NULL when there is no memory.
char* arena_strndup(arena* a, const char* s, size_t n);

// Bytes handed out so far.
size_t arena_used(const arena* a);

// Whether any allocation has failed since the arena was made: callers need not check each one.
bool arena_failed(const arena* a);

// Record a failed allocation of memory that belongs to the arena's owner but came from elsewhere.
void arena_set_failed(arena* a);

// Free all allocations; the arena is empty afterwards.
void arena_clear(arena* a);

// Move all allocations of b into a and delete b.  a may be a scratch arena or not.
void arena_join(arena* a, arena* b);

// Free the arena and all its allocations.  NULL is a no-op.
void arena_delete(arena* a);
