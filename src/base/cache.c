// A hash table finds entries by key; the least recently used entry is evicted first.  An evicted
// entry that somebody still holds is freed when it is released.
#include "base/cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/platform/compiler.h"
#include "base/platform/thread.h"
#include "base/spare.h"

#define DEFAULT_CAPACITY ((size_t)500 << 20)

struct cache_entry {
  char* key;
  char* timestamp;
  void* data;
  void (*destroy)(void*);
  size_t size;
  int holders;       // number of references; the table itself counts as one
  int older, newer;  // neighbours in order of use, as indices into `place`; -1 at the ends
};

typedef struct {
  thread_lock lock;
  size_t size, capacity;
  hash_table index;     // key to index into `place`
  cache_entry** place;  // NULL: a free place
  int nplace;
  int oldest, newest;  // -1 when empty
} cache_table;

static cache_table table = {
    .lock = THREAD_LOCK_NEW, .capacity = DEFAULT_CAPACITY, .oldest = -1, .newest = -1};
static mjCache global = {&table};

// ---------------------------------------------------------------- entries, with the lock held

static void drop(cache_entry* e) {
  if (--e->holders) return;
  e->destroy(e->data);
  free(e);
}

static void unlink_place(cache_table* t, int i) {
  cache_entry* e = t->place[i];
  if (e->older >= 0) t->place[e->older]->newer = e->newer;
  if (e->newer >= 0) t->place[e->newer]->older = e->older;
  if (t->oldest == i) t->oldest = e->newer;
  if (t->newest == i) t->newest = e->older;
}

static void link_newest(cache_table* t, int i) {
  cache_entry* e = t->place[i];
  e->older = t->newest;
  e->newer = -1;
  if (t->newest >= 0) t->place[t->newest]->newer = i;
  t->newest = i;
  if (t->oldest < 0) t->oldest = i;
}

static void evict(cache_table* t, int i) {
  cache_entry* e = t->place[i];
  unlink_place(t, i);
  hash_remove(&t->index, e->key);
  t->place[i] = NULL;
  t->size -= e->size;
  drop(e);
}

static void trim(cache_table* t, size_t capacity) {
  while (t->size > capacity) evict(t, t->oldest);
}

// A free place, -1 without memory.
static int free_place(cache_table* t) {
  for (int i = 0; i < t->nplace; i++) {
    if (!t->place[i]) return i;
  }
  int n = t->nplace ? 2 * t->nplace : 64, first = t->nplace;
  cache_entry** place = realloc(t->place, (size_t)n * sizeof(*place));
  if (!place) return -1;
  memset(place + first, 0, (size_t)(n - first) * sizeof(*place));
  t->place = place;
  t->nplace = n;
  return first;
}

// ----------------------------------------------------------- for the library's own code (cache.h)

const cache_entry* cache_find(mjCache* cache, const char* key, const char* timestamp) {
  if (!cache) return NULL;
  cache_table* t = cache->impl_;
  cache_entry* e = NULL;
  thread_lock_take(&t->lock);
  int i = hash_find(&t->index, key, -1);
  if (i >= 0 && !strcmp(t->place[i]->timestamp, timestamp)) {
    e = t->place[i];
    e->holders++;
    unlink_place(t, i);
    link_newest(t, i);
  }
  thread_lock_give(&t->lock);
  return e;
}

const void* cache_data(const cache_entry* entry) { return entry->data; }
size_t cache_size(const cache_entry* entry) { return entry->size; }

void cache_release(mjCache* cache, const cache_entry* entry) {
  cache_table* t = cache ? cache->impl_ : &table;
  thread_lock_take(&t->lock);
  drop((cache_entry*)entry);
  thread_lock_give(&t->lock);
}

// Allocate an entry together with its strings in one block.
static cache_entry* make_entry(const char* key, const char* timestamp) {
  size_t nkey = strlen(key) + 1, ntime = strlen(timestamp) + 1;
  cache_entry* e = malloc(sizeof(cache_entry) + nkey + ntime);
  if (!e) return NULL;
  e->key = memcpy(e + 1, key, nkey);
  e->timestamp = memcpy(e->key + nkey, timestamp, ntime);
  return e;
}

const cache_entry* cache_put_held(mjCache* cache, const char* key, const char* timestamp,
                                  void* data, size_t size, void (*destroy)(void*)) {
  if (!cache) return NULL;
  cache_table* t = cache->impl_;
  cache_entry* e = make_entry(key, timestamp);
  if (!e) return NULL;
  e->data = data;
  e->destroy = destroy;
  e->size = size;
  e->holders = 2;
  thread_lock_take(&t->lock);
  int old = hash_find(&t->index, key, -1);
  if (old >= 0) evict(t, old);
  int i = size <= t->capacity ? free_place(t) : -1;
  if (i < 0 || !hash_insert(&t->index, e->key, i)) {
    thread_lock_give(&t->lock);
    free(e);
    return NULL;
  }
  trim(t, t->capacity - size);
  t->place[i] = e;
  t->size += size;
  link_newest(t, i);
  thread_lock_give(&t->lock);
  return e;
}

bool cache_put(mjCache* cache, const char* key, const char* timestamp, void* data, size_t size,
               void (*destroy)(void*)) {
  const cache_entry* e = cache_put_held(cache, key, timestamp, data, size, destroy);
  if (e) cache_release(cache, e);
  return e;
}

// -------------------------------------------------------------------------------------- the API

mjCache* mj_getCache(void) { return mj_getCacheCapacity(&global) ? &global : NULL; }

size_t mj_getCacheSize(const mjCache* cache) {
  if (!cache) return 0;
  cache_table* t = cache->impl_;
  thread_lock_take(&t->lock);
  size_t size = t->size;
  thread_lock_give(&t->lock);
  return size;
}

size_t mj_getCacheCapacity(const mjCache* cache) {
  if (!cache) return 0;
  cache_table* t = cache->impl_;
  thread_lock_take(&t->lock);
  size_t capacity = t->capacity;
  thread_lock_give(&t->lock);
  return capacity;
}

size_t mj_setCacheCapacity(mjCache* cache, size_t size) {
  if (!cache) return 0;
  cache_table* t = cache->impl_;
  thread_lock_take(&t->lock);
  t->capacity = size;
  trim(t, size);
  thread_lock_give(&t->lock);
  spare_free();
  return size;
}

AT_UNLOAD static void clear_at_unload(void) { mj_clearCache(&global); }

void mj_clearCache(mjCache* cache) {
  if (!cache) return;
  cache_table* t = cache->impl_;
  thread_lock_take(&t->lock);
  while (t->oldest >= 0) evict(t, t->oldest);
  hash_free(&t->index);
  free(t->place);
  t->place = NULL;
  t->nplace = 0;
  thread_lock_give(&t->lock);
  spare_free();
}
