#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define FIRST_BLOCK   4096
#define LARGEST_BLOCK (1 << 20)  // blocks double up to this, so that small arenas stay small

typedef struct block {
  struct block* next;
  size_t size, used;  // of the bytes that follow
  max_align_t bytes[];
} block;

struct arena {
  block* first;
  size_t next_size;
  size_t used;
  bool scratch;
};

arena* arena_new(void) {
  arena* a = calloc(1, sizeof(arena));
  if (a) a->next_size = FIRST_BLOCK;
  return a;
}

arena* arena_new_scratch(void) {
  arena* a = arena_new();
  if (a) a->scratch = true;
  return a;
}

// A block with room for n bytes, put where the next allocations look; NULL without memory.
static block* add_block(arena* a, size_t n) {
  // what is larger than a block gets one of its own, behind the one in use
  size_t size = n > a->next_size ? n : a->next_size;
  if (size > SIZE_MAX - sizeof(block)) return NULL;
  block* b = a->scratch ? malloc(sizeof(block) + size) : calloc(1, sizeof(block) + size);
  if (!b) return NULL;
  b->used = 0;
  b->size = size;
  if (a->first && n > a->next_size) {
    b->next = a->first->next;
    a->first->next = b;
  } else {
    b->next = a->first;
    a->first = b;
    if (a->next_size < LARGEST_BLOCK) a->next_size *= 2;
  }
  return b;
}

void* arena_alloc(arena* a, size_t n) {
  const size_t align = _Alignof(max_align_t);
  if (n > SIZE_MAX - align) return NULL;
  size_t bytes = (n + align - 1) / align * align;
  block* b = a->first;
  if (!b || bytes > b->size - b->used) b = add_block(a, bytes);
  if (!b) return NULL;
  void* p = (char*)b->bytes + b->used;
  b->used += bytes;
  a->used += n;
  return p;
}

char* arena_strndup(arena* a, const char* s, size_t n) {
  size_t length = strnlen(s, n);
  char* copy = arena_alloc(a, length + 1);
  if (copy) memcpy(copy, s, length);
  return copy;
}

size_t arena_used(const arena* a) { return a->used; }

static void delete_blocks(arena* a, bool give_back) {
  if (!a) return;
  for (block* b = a->first; b;) {
    block* next = b->next;
    char *first, *last;
    if (give_back) memory_give_back(b->bytes, b->size, &first, &last);
    free(b);
    b = next;
  }
  free(a);
}

void arena_delete(arena* a) { delete_blocks(a, false); }

void arena_give_back(arena* a) { delete_blocks(a, true); }
