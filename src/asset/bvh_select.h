// The half of many keys that comes first: a key tells where an item of a tree of boxes lies.
#pragma once

#include <stdint.h>

// A place along an axis, rounded, and the number of the item: unequal, and ordered as they are.
typedef uint64_t key;

static inline int item_of(key k) { return (int)(k & 0xFFFFFFFFu); }
static inline uint64_t place_of(key k) { return k >> 32; }

typedef struct {
  key* spare;       // room for all keys
  uint64_t random;  // state of a sequence
} selector;

// Bring the first `half` of n keys to the front, the last of them to the end of these, and the
// first of the others to where they begin.  half: from 1 to n - 1.
void select_first(selector* s, key* k, int n, int half);

// Sort n keys; no more than these.
enum { SORTED_KEYS = 32 };
void sort_keys(key* k, int n);
