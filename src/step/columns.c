#include "step/columns.h"

#include <stdatomic.h>

#include <engine/base.h>
#include <engine/model.h>

#include "model/data.h"
#include "model/sleep.h"

typedef struct {
  const column_set* set;
  mjData* d;
  atomic_int* next;
  int n;
} column_worker;

static void* work(void* argument) {
  const column_worker* w = argument;
  for (;;) {
    int i = atomic_fetch_add(w->next, 1);
    if (i >= w->n) return NULL;
    w->set->column(w->set->context, w->d, i);
  }
}

// With fewer dofs over all columns, copies of mjData cost more than they save: making, filling and
// deleting them takes as long as 10 to 20 columns of an arm with 7 dofs.
enum { LEAST_WORK = 400 };

void columns_run(const column_set* s, mjData* d) {
  mjThreadPool* pool = s->pool;
  int first = 0;
  if (pool && s->n * s->m->nv >= LEAST_WORK) {
    // the last column is computed in d, so that d is left as without a pool
    int ntask = mjMIN(mjMIN(s->n - 1, pool->nworker), mjMAXTHREAD);
    column_worker w[mjMAXTHREAD];
    mjTask task[mjMAXTHREAD];
    atomic_int next = 0;
    for (int i = 0; i < ntask; i++) {
      w[i] = (column_worker){s, data_map_copy(s->m, d), &next, s->n - 1};
      mju_defaultTask(task + i);
      task[i].func = work;
      task[i].args = w + i;
    }
    for (int i = 1; i < ntask; i++) mju_threadPoolEnqueue(pool, task + i);
    if (ntask) work(w);
    for (int i = 1; i < ntask; i++) mju_taskJoin(task + i);
    for (int i = 0; i < ntask; i++) data_unmap(w[i].d);
    first = s->n - 1;
  }
  for (int i = first; i < s->n; i++) s->column(s->context, d, i);
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
