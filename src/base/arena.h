// An arena: many small allocations that live and die together.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct arena arena;

// A new empty arena, or NULL when there is no memory.
arena* arena_new(void);

// One for scratch: what comes from it is not zeroed.
arena* arena_new_scratch(void);

// For an arena that is deleted before allocations made later are: it takes memory in smaller steps,
// which leaves no large gaps among those.
arena* arena_new_passing(void);

// n zeroed bytes, aligned for any type, that live as long as the arena; NULL when there is no
// memory.  Not thread-safe.
void* arena_alloc(arena* a, size_t n);

// The same without alignment, for text.
char* arena_chars(arena* a, size_t n);

// Free n bytes that arena_alloc gave before the arena's end, if they are many; few stay until then.
void arena_free(arena* a, void* p, size_t n);

// A copy of s, of n bytes (without terminator) at most; NULL when there is no memory.
char* arena_strndup(arena* a, const char* s, size_t n);

// Bytes handed out so far.
size_t arena_used(const arena* a);

// Whether there was no memory once: somebody may not have looked.
bool arena_failed(const arena* a);

// There was none for something that belongs to what the arena holds.
void arena_set_failed(arena* a);

// Free what came from an arena, which is empty then.
void arena_clear(arena* a);

// Give to a, which may be scratch or not, what came from b, which is no more.
void arena_join(arena* a, arena* b);

// Free the arena and all that came from it.  NULL is a no-op.
void arena_delete(arena* a);
