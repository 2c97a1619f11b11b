// The thread pool from inside: who is running, and waiting that works meanwhile.
#pragma once

#include <engine/base.h>

// The number of the calling thread in pool: 1 and up for its workers, 0 for every other thread.
int pool_worker(const mjThreadPool* pool);

// The threads of the pool; worker numbers do not exceed it.
int pool_nthread(const mjThreadPool* pool);

// Whose it is, if it ends with something else: data that made it for themselves.
void pool_set_owner(mjThreadPool* pool, const void* owner);
const void* pool_owner(const mjThreadPool* pool);

// Wait until task is done, running other queued tasks of the pool meanwhile.  Neither this nor
// mju_threadPoolEnqueue allocates or locks: both may be called from a simulation step.
void pool_join(mjThreadPool* pool, mjTask* task);
