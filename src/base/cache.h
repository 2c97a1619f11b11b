// The asset cache from inside: what was made of a file, kept for the next model that names it.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// What is kept; the same block may be read by several threads and must not change.
typedef struct cache_entry cache_entry;

// The block kept under key, if its timestamp is still the same, held until cache_release; NULL
// without one.  cache may be NULL (caching is off).
const cache_entry* cache_find(mjCache* cache, const char* key, const char* timestamp);

const void* cache_data(const cache_entry* entry);
size_t cache_size(const cache_entry* entry);

// cache may be NULL: there is one, and caching may have been switched off since.
void cache_release(mjCache* cache, const cache_entry* entry);

// Keep a block under key, instead of what was there.  The cache then owns data, and will call
// destroy(data), which must not call the cache; size counts against the capacity.  When it does not
// fit the capacity at all, or without memory, returns false: data is still the caller's.  Keys that
// do not only depend on a file's name (say, on a scale) must say so.
bool cache_put(mjCache* cache, const char* key, const char* timestamp, void* data, size_t size,
               void (*destroy)(void*));

// The same, and the entry is held until cache_release; NULL where cache_put would return false.
const cache_entry* cache_put_held(mjCache* cache, const char* key, const char* timestamp,
                                  void* data, size_t size, void (*destroy)(void*));
