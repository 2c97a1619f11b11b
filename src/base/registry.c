#include "base/registry.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/platform/thread.h"

#define FIRST 16  // entries of chunk 0

// The address of entry number `slot`.
static const void** slot_of_entry(registry* r, int slot, int* size) {
  int k = 0, n = FIRST;
  for (; slot >= n && k < REGISTRY_CHUNKS; k++, n *= 2) slot -= n;
  if (k == REGISTRY_CHUNKS) return NULL;
  if (size) *size = n;
  if (size && !r->chunk[k]) r->chunk[k] = calloc((size_t)n, sizeof(void*));
  return r->chunk[k] ? r->chunk[k] + slot : NULL;
}

int registry_count(registry* r) { return atomic_load_explicit(&r->count, memory_order_acquire); }

const void* registry_at(registry* r, int slot) {
  if (slot < 0 || slot >= registry_count(r)) return NULL;
  return *slot_of_entry(r, slot, NULL);
}

void registry_lock(registry* r) { thread_lock_take(&r->lock); }
void registry_unlock(registry* r) { thread_lock_give(&r->lock); }

int registry_add(registry* r, void* entry) {
  int slot = registry_count(r), size;
  const void** p = slot_of_entry(r, slot, &size);
  if (!p) return -1;
  *p = entry;
  atomic_store_explicit(&r->count, slot + 1, memory_order_release);
  return slot;
}

void registry_end(registry* r) {
  if (!thread_is_alone()) return;
  int n = registry_count(r);
  for (int i = 0; i < n; i++) free((void*)registry_at(r, i));
  atomic_store(&r->count, 0);
  for (int k = 0; k < REGISTRY_CHUNKS; k++) {
    free(r->chunk[k]);
    r->chunk[k] = NULL;
  }
}
