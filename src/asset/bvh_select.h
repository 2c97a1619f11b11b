// Selection of the smaller half of many keys; a key is the position of an item.
#pragma once

#include <stdint.h>

// A rounded position along an axis and the item's index: keys are distinct, and compare in this
// order.
typedef uint64_t key;

static inline int item_of(key k) { return (int)(k & 0xFFFFFFFFu); }
static inline uint64_t place_of(key k) { return k >> 32; }

typedef struct {
  key* spare;       // scratch for all keys
  uint64_t random;  // state of the random numbers
} selector;

// Move the `half` smallest of n keys to the front, the largest of them to the end of these, and the
// smallest of the others right behind.  half: 1 to n - 1.
void select_first(selector* s, key* k, int n, int half);

// Sort n keys, at most SORTED_KEYS.
enum { SORTED_KEYS = 32 };
void sort_keys(key* k, int n);
