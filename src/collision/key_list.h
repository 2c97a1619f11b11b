// A growing list of 64-bit keys on the stack of mjData, and sorting.
#pragma once

#include <engine/data_types.h>

typedef struct key_chunk key_chunk;

typedef struct {
  mjData* d;
  int n;            // keys in all
  key_chunk* last;  // newest chunk
  uint64_t* next;   // where the next key goes
  uint64_t* end;    // of the newest chunk
} key_list;

// An empty list.  The caller holds a stack frame open until the keys have been used.
key_list key_list_make(mjData* d);

// Up to so many keys are sorted where they are.
enum { KEY_LIST_FEW = 32 };

// An empty list of up to KEY_LIST_FEW keys, in memory of the caller: it needs no stack.
static inline key_list key_list_few(uint64_t keys[KEY_LIST_FEW]) {
  return (key_list){.next = keys, .end = keys + KEY_LIST_FEW};
}

void key_list_grow(key_list* list);

static inline void key_list_add(key_list* list, uint64_t key) {
  if (list->next == list->end) key_list_grow(list);
  *list->next++ = key;
  list->n++;
}

// The keys in ascending order, each once, in one array (on the stack, unless they are few in memory
// of the caller); n becomes their number.
uint64_t* key_list_sorted(const key_list* list, int* n);

// Whether n keys ascend, each standing there once.
int keys_ascend(const uint64_t* keys, int n);

// Sort the order (a permutation of 0..n-1 that is given as any permutation) by keys[order[i]],
// stably.  scratch holds n.
void keys_sort_order(int* order, int* scratch, const unsigned* keys, int n);
