// An append-only list (plugins, resource providers) that is read without locks while others append.
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

// Entry number `slot`; NULL when there is none.
const void* registry_at(registry* r, int slot);

// The lock is held from the search for an equal entry until the new one is added.
void registry_lock(registry* r);
void registry_unlock(registry* r);

// Add an entry, with the lock held.  Returns its slot, -1 when there is no memory.
int registry_add(registry* r, void* entry);

// Free all entries (allocated by malloc) when the library is unloaded.  Nothing is freed while
// other threads exist, since they might still read the list.
void registry_end(registry* r);
