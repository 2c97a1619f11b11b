#include "collision/key_list.h"

#include <string.h>
#include <engine/model.h>

enum {
  CHUNK = 511,      // with the header, four kilobytes
  RADIX_BITS = 11,  // at most three passes over 32 bits, six over 64
  FEW_BITS = 8,     // for less numbers, of which a pass costs less than of its counters
  FEW = 1500,
  MAX_RADIX = 1 << RADIX_BITS,
  INSERTION = KEY_LIST_FEW,  // up to here, insertion sort is faster than counting
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
static int first_positions(int* count, int radix, int n) {
  int sum = 0;
  for (int i = 0; i < radix; i++) {
    int c = count[i];
    if (c == n) return 1;
    count[i] = sum;
    sum += c;
  }
  return 0;
}

// The bits of a digit, of n numbers.
static int digit_bits(int n) { return n < FEW ? FEW_BITS : RADIX_BITS; }

// Ascending order; scratch holds n more, if n is above INSERTION.
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
  uint64_t *from = keys, *to = scratch, all = 0;
  int bits = digit_bits(n), radix = 1 << bits, count[MAX_RADIX];
  for (int i = 0; i < n; i++) all |= keys[i];
  for (int shift = 0; shift < 64 && all >> shift; shift += bits) {
    memset(count, 0, sizeof(int) * radix);
    for (int i = 0; i < n; i++) count[from[i] >> shift & (radix - 1)]++;
    if (first_positions(count, radix, n)) continue;
    for (int i = 0; i < n; i++) to[count[from[i] >> shift & (radix - 1)]++] = from[i];
    uint64_t* swap = from;
    from = to;
    to = swap;
  }
  if (from != keys) memcpy(keys, from, sizeof(uint64_t) * n);
}

// All keys in one array.
static uint64_t* gather(const key_list* list) {
  if (!list->last) return list->next - list->n;
  uint64_t* keys = mj_stackAllocByte(list->d, sizeof(uint64_t) * list->n, _Alignof(uint64_t));
  int fill = (int)(list->next - list->last->keys), at = list->n;
  for (const key_chunk* c = list->last; c; c = c->before, fill = CHUNK) {
    at -= fill;
    memcpy(keys + at, c->keys, sizeof(uint64_t) * fill);
  }
  return keys;
}

uint64_t* key_list_sorted(const key_list* list, int* n) {
  *n = list->n;
  if (!list->n) return NULL;
  uint64_t* keys = gather(list);

  // those at the start often are in order and below all others: pairs with the world come first
  int sorted = 1;
  while (sorted < *n && keys[sorted - 1] < keys[sorted]) sorted++;
  if (sorted == *n) return keys;
  uint64_t least = keys[sorted];
  for (int i = sorted + 1; i < *n; i++) least = keys[i] < least ? keys[i] : least;
  while (sorted > 0 && keys[sorted - 1] > least) sorted--;
  uint64_t* scratch = NULL;
  if (*n - sorted > INSERTION) {
    scratch = mj_stackAllocByte(list->d, sizeof(uint64_t) * list->n, _Alignof(uint64_t));
  }
  keys_sort(keys + sorted, scratch, *n - sorted);
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
  int bits = digit_bits(n), radix = 1 << bits, count[MAX_RADIX];
  for (int shift = 0; shift < 32; shift += bits) {
    memset(count, 0, sizeof(int) * radix);
    for (int i = 0; i < n; i++) count[keys[from[i]] >> shift & (radix - 1)]++;
    if (first_positions(count, radix, n)) continue;
    for (int i = 0; i < n; i++) to[count[keys[from[i]] >> shift & (radix - 1)]++] = from[i];
    int* swap = from;
    from = to;
    to = swap;
  }
  if (from != order) memcpy(order, from, sizeof(int) * n);
}

int keys_ascend(const uint64_t* keys, int n) {
  for (int i = 1; i < n; i++) {
    if (keys[i] <= keys[i - 1]) return 0;
  }
  return 1;
}
