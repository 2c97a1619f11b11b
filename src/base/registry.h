// A list that only grows, read without locks while others add to it: plugins, resource providers.
#pragma once

#include <stdatomic.h>

#include "base/platform/thread.h"

#define REGISTRY_CHUNKS 24

// Initialise with REGISTRY_EMPTY.  Entries never move and are never removed.
typedef struct {
  thread_lock lock;
  atomic_int count;
  const void** chunk[REGISTRY_CHUNKS];  // chunk k holds 16 << k entries
} registry;

#define REGISTRY_EMPTY \
  { .lock = THREAD_LOCK_NEW }

int registry_count(registry* r);

// Entry number slot, NULL when there is none.
const void* registry_at(registry* r, int slot);

// Held while somebody looks for an equal entry and then adds one.
void registry_lock(registry* r);
void registry_unlock(registry* r);

// Add an entry, with the lock held.  Returns its slot, -1 when there is no memory.
int registry_add(registry* r, const void* entry);

// Free all entries, which are blocks of malloc, when the library ends.  Nothing is freed while
// there are other threads, which may look for one.
void registry_end(registry* r);
