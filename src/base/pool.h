// The thread pool as the library uses it: worker numbers, and a join that runs other tasks
// meanwhile.
#pragma once

#include <engine/base.h>

// The worker number of the calling thread: 1 and up for workers of `pool`, 0 for any other thread.
int pool_worker(const mjThreadPool* pool);

// Number of threads of the pool, which is also the largest worker number.
int pool_nthread(const mjThreadPool* pool);

// Set the object that owns the pool and deletes it with itself: an mjData that has made its own
// pool.
void pool_set_owner(mjThreadPool* pool, const void* owner);
const void* pool_owner(const mjThreadPool* pool);

// Memory that tasks use again, in slots 0 to mjMAXTHREAD - 1: take what was kept in one, which is
// empty then; NULL: nothing.  What is kept is freed by `drop` with the pool.
void* pool_take(mjThreadPool* pool, int slot);
void pool_keep(mjThreadPool* pool, int slot, void* kept, void (*drop)(void* kept));

// Wait until task is done, running other queued tasks of the pool meanwhile.  Neither this nor
// mju_threadPoolEnqueue allocates or locks: both may be called from a simulation step.
void pool_join(mjThreadPool* pool, mjTask* task);
