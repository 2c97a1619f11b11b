// The asset cache as the library uses it: data derived from a file (a decoded mesh, its hull), kept
// for the next model that names the same file.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// A cached block.  Several threads may read it at once, so it must not change.
typedef struct cache_entry cache_entry;

// The block under `key` if its timestamp still matches, held until cache_release; NULL otherwise.
// cache may be NULL (caching is off).
const cache_entry* cache_find(mjCache* cache, const char* key, const char* timestamp);

const void* cache_data(const cache_entry* entry);
size_t cache_size(const cache_entry* entry);

// Release an entry from cache_find or cache_put_held.  cache may be NULL: caching may have been
// switched off since.
void cache_release(mjCache* cache, const cache_entry* entry);

// Store a block under `key`, replacing any earlier one.  The cache then owns data and will call
// destroy(data), which must not call the cache; `size` counts against the capacity.  Returns false,
// with data still owned by the caller, when it exceeds the capacity or memory runs out.  A key must
// contain everything the data depends on besides the file, for instance a scale.
bool cache_put(mjCache* cache, const char* key, const char* timestamp, void* data, size_t size,
               void (*destroy)(void*));

// Like cache_put, and the entry is held until cache_release; NULL where cache_put returns false.
const cache_entry* cache_put_held(mjCache* cache, const char* key, const char* timestamp,
                                  void* data, size_t size, void (*destroy)(void*));
