#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/platform/pages.h"

// Size of the first block: one page less the header of malloc.  Each further block is at least a
// sixteenth of what the arena already holds, which bounds the unused memory.
#define FIRST_BLOCK   (4096 - 64)
#define LARGEST_BLOCK (1 << 20)

// First block of a short-lived ("passing") arena, since many of them stay small; it grows by a
// quarter.
#define FIRST_PASSING (1024 - 64)

// Allocations of this size or more get a block of their own.
#define ALONE 4096

// A passing arena that holds more than this takes its next blocks straight from the system
// (memory_reserve), each twice the size of the last: a few small heap blocks are cheaper than page
// faults.
#define FIRST_RESERVED (1 << 18)

typedef struct arena_block {
  struct arena_block *next, *before;
  size_t size;         // of the payload that follows
  size_t used, chars;  // bytes taken from the front (aligned), and from the back (text)
  bool reserved;
  max_align_t bytes[];
} arena_block;

struct arena {
  arena_block* first;  // the block that allocations are taken from
  arena_block* spare;  // an earlier block that still has room for small items; may be NULL
  size_t held;         // bytes of all blocks
  size_t used;
  bool scratch, passing;
  bool failed;
};

arena* arena_new(void) { return calloc(1, sizeof(arena)); }

arena* arena_new_scratch(void) {
  arena* a = arena_new();
  if (a) a->scratch = true;
  return a;
}

arena* arena_new_passing(void) {
  arena* a = arena_new();
  if (a) a->passing = true;
  return a;
}

// A new block with `size` bytes of payload, not yet linked into the arena; NULL without memory.
static arena_block* make_block(arena* a, size_t size, bool reserved) {
  size_t whole = sizeof(arena_block) + size;
  arena_block* b = whole < size ? NULL
                   : reserved   ? memory_reserve(whole)
                   : a->scratch ? malloc(whole)
                                : calloc(1, whole);
  if (!b) {
    a->failed = true;
    return NULL;
  }
  if (a->scratch) pages_expect(b, whole);
  b->next = b->before = NULL;
  b->size = size;
  b->used = b->chars = 0;
  b->reserved = reserved;
  a->held += size;
  return b;
}

static void free_block(arena_block* b) {
  if (b->reserved) {
    memory_unreserve(b, sizeof(arena_block) + b->size);
  } else {
    free(b);
  }
}

// Make b the current block, or link it behind the current block.
static void link_block(arena* a, arena_block* b, bool in_use) {
  arena_block* before = in_use ? NULL : a->first;
  arena_block* next = before ? before->next : a->first;
  b->before = before;
  b->next = next;
  if (next) next->before = b;
  if (before) {
    before->next = b;
  } else {
    a->first = b;
  }
}

static size_t room(const arena_block* b) { return b ? b->size - b->used - b->chars : 0; }

// A new block with room for n bytes, linked into the arena.
static arena_block* next_block(arena* a, size_t n) {
  bool reserved = a->passing && a->held >= FIRST_RESERVED;
  size_t size = reserved ? a->held : a->passing ? a->held / 4 : a->held / 16;
  size_t least = a->passing ? FIRST_PASSING : FIRST_BLOCK;
  if (!reserved && size > LARGEST_BLOCK) size = LARGEST_BLOCK;
  if (size < least) size = least;
  arena_block* b = make_block(a, size < n ? n : size, reserved);
  if (!b) return NULL;
  // a block made for one large item is full at once: the current block, which has room, stays
  // current
  bool in_use = size >= n || !a->first;
  if (in_use && room(a->first) > room(a->spare)) a->spare = a->first;
  link_block(a, b, in_use);
  return b;
}

static arena_block* find_room(arena* a, size_t n) {
  if (a->spare && n <= room(a->spare)) return a->spare;
  return a->first && n <= room(a->first) ? a->first : next_block(a, n);
}

// An allocation of n bytes (`bytes` when rounded up) in a block of its own behind the current one.
static void* alloc_in_own_block(arena* a, size_t n, size_t bytes) {
  arena_block* b = make_block(a, bytes, false);
  if (!b) return NULL;
  link_block(a, b, !a->first);
  b->used = bytes;
  a->used += n;
  return b->bytes;
}

void* arena_alloc(arena* a, size_t n) {
  const size_t align = _Alignof(max_align_t);
  if (n > SIZE_MAX - align) {
    a->failed = true;
    return NULL;
  }
  size_t bytes = (n + align - 1) / align * align;
  if (n >= ALONE && !a->passing) return alloc_in_own_block(a, n, bytes);
  arena_block* b = find_room(a, bytes);
  if (!b) return NULL;
  void* p = (char*)b->bytes + b->used;
  b->used += bytes;
  a->used += n;
  return p;
}

char* arena_chars(arena* a, size_t n) {
  arena_block* b = find_room(a, n);
  if (!b) return NULL;
  b->chars += n;
  a->used += n;
  return (char*)b->bytes + b->size - b->chars;
}

void arena_free(arena* a, void* p, size_t n) {
  if (n < ALONE || a->passing) return;
  arena_block* b = (arena_block*)((char*)p - offsetof(arena_block, bytes));
  if (b->before) {
    b->before->next = b->next;
  } else {
    a->first = b->next;
  }
  if (b->next) b->next->before = b->before;
  if (a->spare == b) a->spare = NULL;
  a->held -= b->size;
  a->used -= n;
  free_block(b);
}

char* arena_strndup(arena* a, const char* s, size_t n) {
  size_t length = strnlen(s, n);
  char* copy = arena_chars(a, length + 1);
  if (!copy) return NULL;
  memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}

bool arena_failed(const arena* a) { return a->failed; }

void arena_set_failed(arena* a) { a->failed = true; }

size_t arena_used(const arena* a) { return a->used; }

static void free_blocks(arena* a) {
  for (arena_block* b = a->first; b;) {
    arena_block* next = b->next;
    free_block(b);
    b = next;
  }
}

void arena_clear(arena* a) {
  free_blocks(a);
  a->first = a->spare = NULL;
  a->held = a->used = 0;
}

void arena_join(arena* a, arena* b) {
  arena_block* last = a->first;
  while (last && last->next) last = last->next;
  if (last) {
    last->next = b->first;
  } else {
    a->first = b->first;
  }
  if (b->first) b->first->before = last;
  a->held += b->held;
  a->used += b->used;
  a->failed |= b->failed;
  free(b);
}

void arena_delete(arena* a) {
  if (!a) return;
  free_blocks(a);
  free(a);
}
