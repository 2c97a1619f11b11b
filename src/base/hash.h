// A hash table from strings to ints, and the hash functions of the formats we write.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Zero-initialise; hash_free when done.  Keys are not copied: they must outlive the table.
typedef struct {
  const char** key;
  int* value;
  size_t count, capacity;
} hash_table;

// Insert or overwrite; false when there is no memory.
bool hash_insert(hash_table* h, const char* key, int value);

// The value of key, or missing.
int hash_find(const hash_table* h, const char* key, int missing);

// Remove key; false when it was not there.
bool hash_remove(hash_table* h, const char* key);

void hash_free(hash_table* h);

// 64-bit FNV-1a of n bytes, continuing from seed (0: start).
uint64_t hash_bytes(const void* data, size_t n, uint64_t seed);
