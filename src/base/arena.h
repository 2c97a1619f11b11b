// An arena: many small allocations that live and die together.
#pragma once

#include <stddef.h>

typedef struct arena arena;

// A new empty arena, or NULL when there is no memory.
arena* arena_new(void);

// One for scratch: what comes from it is not zeroed.
arena* arena_new_scratch(void);

// n zeroed bytes, aligned for any type, that live as long as the arena; NULL when there is no
// memory.  Not thread-safe.
void* arena_alloc(arena* a, size_t n);

// A copy of s, of n bytes (without terminator) at most; NULL when there is no memory.
char* arena_strndup(arena* a, const char* s, size_t n);

// Bytes handed out so far.
size_t arena_used(const arena* a);

// Free the arena and all that came from it.  NULL is a no-op.
void arena_delete(arena* a);

// The same, and let the system have the memory: for large arenas that die between others that live
// on, in gaps that would serve nobody.
void arena_give_back(arena* a);
