#include "collision/key_list.h"

#include <string.h>
#include <engine/model.h>

enum {
  CHUNK = 511,      // with the header, four kilobytes
  RADIX_BITS = 11,  // three passes over 32 bits, six over 64
  RADIX = 1 << RADIX_BITS,
  INSERTION = 32,  // below, insertion sort is faster than counting
};

struct key_chunk {
  key_chunk* before;
  uint64_t keys[CHUNK];
};

key_list key_list_make(mjData* d) { return (key_list){.d = d}; }

void key_list_grow(key_list* list) {
  key_chunk* chunk = mj_stackAllocByte(list->d, sizeof(key_chunk), _Alignof(key_chunk));
  chunk->before = list->last;
  list->last = chunk;
  list->next = chunk->keys;
  list->end = chunk->keys + CHUNK;
}

// The digits of a pass, turned from counts into first positions; 1 when all keys share one digit.
static int first_positions(int count[RADIX], int n) {
  int sum = 0;
  for (int i = 0; i < RADIX; i++) {
    int c = count[i];
    if (c == n) return 1;
    count[i] = sum;
    sum += c;
  }
  return 0;
}

static unsigned digit(uint64_t key, int pass) {
  return (unsigned)(key >> (RADIX_BITS * pass)) & (RADIX - 1);
}

// Ascending order; scratch holds n more.
static void keys_sort(uint64_t* keys, uint64_t* scratch, int n) {
  if (n <= INSERTION) {
    for (int i = 1; i < n; i++) {
      uint64_t key = keys[i];
      int j = i;
      for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
      keys[j] = key;
    }
    return;
  }
  uint64_t *from = keys, *to = scratch;
  for (int pass = 0; pass < 6; pass++) {
    int count[RADIX] = {0};
    for (int i = 0; i < n; i++) count[digit(from[i], pass)]++;
    if (first_positions(count, n)) continue;
    for (int i = 0; i < n; i++) to[count[digit(from[i], pass)]++] = from[i];
    uint64_t* swap = from;
    from = to;
    to = swap;
  }
  if (from != keys) memcpy(keys, from, sizeof(uint64_t) * n);
}

uint64_t* key_list_sorted(const key_list* list, int* n) {
  *n = list->n;
  if (!list->n) return NULL;
  uint64_t* keys = mj_stackAllocByte(list->d, sizeof(uint64_t) * list->n, _Alignof(uint64_t));
  int fill = (int)(list->next - list->last->keys), at = list->n;
  for (const key_chunk* c = list->last; c; c = c->before, fill = CHUNK) {
    at -= fill;
    memcpy(keys + at, c->keys, sizeof(uint64_t) * fill);
  }

  int ascending = 1;
  for (int i = 1; i < *n && ascending; i++) ascending = keys[i - 1] < keys[i];
  if (ascending) return keys;
  uint64_t* scratch = mj_stackAllocByte(list->d, sizeof(uint64_t) * list->n, _Alignof(uint64_t));
  keys_sort(keys, scratch, *n);
  int count = 1;
  for (int i = 1; i < *n; i++) {
    if (keys[i] != keys[count - 1]) keys[count++] = keys[i];
  }
  *n = count;
  return keys;
}

void keys_sort_order(int* order, int* scratch, const unsigned* keys, int n) {
  if (n <= INSERTION) {
    for (int i = 1; i < n; i++) {
      int o = order[i], j = i;
      for (; j > 0 && keys[order[j - 1]] > keys[o]; j--) order[j] = order[j - 1];
      order[j] = o;
    }
    return;
  }
  int *from = order, *to = scratch;
  for (int pass = 0; pass < 3; pass++) {
    int count[RADIX] = {0};
    for (int i = 0; i < n; i++) count[digit(keys[from[i]], pass)]++;
    if (first_positions(count, n)) continue;
    for (int i = 0; i < n; i++) to[count[digit(keys[from[i]], pass)]++] = from[i];
    int* swap = from;
    from = to;
    to = swap;
  }
  if (from != order) memcpy(order, from, sizeof(int) * n);
}
