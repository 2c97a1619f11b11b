// Open addressing with linear probing; removal closes the gap, so there are no tombstones.
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 16  // capacities are powers of two

uint64_t hash_bytes(const void* data, size_t n, uint64_t seed) {
  const unsigned char* byte = data;
  uint64_t h = seed ? seed : 0xCBF29CE484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ byte[i]) * 0x100000001B3u;
  return h;
}

static size_t home(const char* key, size_t capacity) {
  return (size_t)hash_bytes(key, strlen(key), 0) & (capacity - 1);
}

// The slot that holds key, or the empty slot where it belongs.
static size_t slot_of(const hash_table* h, const char* key) {
  size_t i = home(key, h->capacity);
  while (h->key[i] && strcmp(h->key[i], key)) i = (i + 1) & (h->capacity - 1);
  return i;
}

static bool grow(hash_table* h) {
  hash_table larger = {.capacity = h->capacity ? 2 * h->capacity : FIRST_CAPACITY};
  larger.key = calloc(larger.capacity, sizeof(*larger.key));
  larger.value = malloc(larger.capacity * sizeof(*larger.value));
  if (!larger.key || !larger.value) {
    hash_free(&larger);
    return false;
  }
  larger.count = h->count;
  for (size_t i = 0; i < h->capacity; i++) {
    if (!h->key[i]) continue;
    size_t j = slot_of(&larger, h->key[i]);
    larger.key[j] = h->key[i];
    larger.value[j] = h->value[i];
  }
  hash_table old = *h;
  *h = larger;
  hash_free(&old);
  return true;
}

bool hash_insert(hash_table* h, const char* key, int value) {
  if (h->capacity) {
    size_t i = slot_of(h, key);
    if (h->key[i]) {
      h->value[i] = value;
      return true;
    }
  }
  // load factor of at most two thirds
  if (3 * (h->count + 1) > 2 * h->capacity && !grow(h)) return false;
  size_t i = slot_of(h, key);
  h->key[i] = key;
  h->value[i] = value;
  h->count++;
  return true;
}

int hash_find(const hash_table* h, const char* key, int missing) {
  if (!h->count) return missing;
  size_t i = slot_of(h, key);
  return h->key[i] ? h->value[i] : missing;
}

bool hash_remove(hash_table* h, const char* key) {
  if (!h->count) return false;
  size_t gap = slot_of(h, key), mask = h->capacity - 1;
  if (!h->key[gap]) return false;
  // close the gap: move back entries whose probe sequence passes over it
  for (size_t i = (gap + 1) & mask; h->key[i]; i = (i + 1) & mask) {
    size_t from_home = (i - home(h->key[i], h->capacity)) & mask;
    if (from_home < ((i - gap) & mask)) continue;
    h->key[gap] = h->key[i];
    h->value[gap] = h->value[i];
    gap = i;
  }
  h->key[gap] = NULL;
  h->count--;
  return true;
}

void hash_free(hash_table* h) {
  free(h->key);
  free(h->value);
  *h = (hash_table){0};
}
