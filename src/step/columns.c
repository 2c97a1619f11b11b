#include "step/columns.h"

#include <stdatomic.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/platform/thread.h"
#include "model/data.h"
#include "model/sleep.h"

// The number of columns that were started; negative while data are being copied.
enum { NOT_YET = -1000000000 };

typedef struct {
  const column_set* set;
  mjData* d;
  atomic_int* next;
  int n;
} column_worker;

static void* work(void* argument) {
  const column_worker* w = argument;
  while (atomic_load(w->next) < 0) thread_pause();
  for (;;) {
    int i = atomic_fetch_add(w->next, 1);
    if (i >= w->n) return NULL;
    w->set->column(w->set->context, w->d, i);
  }
}

// With fewer dofs over all columns, copies of mjData cost more than they save: making, filling and
// deleting them takes as long as 10 to 20 columns of an arm with 7 dofs.
enum { LEAST_WORK = 400 };

// The calling thread computes columns in d itself, the last column among them, so that d is left as
// without a pool; the other threads compute theirs in copies.
void columns_run(const column_set* s, mjData* d) {
  mjThreadPool* pool = s->pool;
  int shared = pool && s->n * s->m->nv >= LEAST_WORK, n = s->n - 1, ntask = 0;
  column_worker w[mjMAXTHREAD];
  mjTask task[mjMAXTHREAD];
  atomic_int next = NOT_YET;
  if (shared) ntask = mjMIN(mjMIN(n, pool->nworker), mjMAXTHREAD) - 1;
  for (int i = 0; i < ntask; i++) {
    w[i] = (column_worker){.set = s, .next = &next, .n = n};
    if (!data_map(s->m, &w[i].d)) ntask = i;
  }
  for (int i = 0; i < ntask; i++) {
    mju_defaultTask(task + i);
    task[i].func = work;
    task[i].args = w + i;
    // enqueued early: the threads wake up while data are copied
    mju_threadPoolEnqueue(pool, task + i);
  }
  for (int i = 0; i < ntask; i++) data_copy_to_mapped(w[i].d, s->m, d);
  atomic_store(&next, 0);
  // stages in d cannot use the pool, whose threads are busy with columns
  uintptr_t bound = d->threadpool;
  if (ntask > 0) d->threadpool = 0;
  work(&(column_worker){s, d, &next, n});
  if (n >= 0) s->column(s->context, d, n);
  for (int i = 0; i < ntask; i++) {
    mju_taskJoin(task + i);
    data_unmap(w[i].d);
  }
  d->threadpool = bound;
}

mjData* columns_data(const mjModel* m, mjData* d) {
  if (!sleep_enabled(m)) return d;
  mjData* copy = data_map_copy(m, d);
  if (!copy) return d;
  sleep_reset(m, copy);
  return copy;
}

void columns_end(mjData* copy, const mjData* d) {
  if (copy != d) data_unmap(copy);
}
