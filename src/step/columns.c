#include "step/columns.h"

#include <stdatomic.h>
#include <stdio.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/capture.h"
#include "base/pool.h"
#include "base/platform/thread.h"
#include "model/data.h"
#include "model/sleep.h"

// The number of columns that were started; negative until they may be.
enum { NOT_YET = -1000000000 };

// What the threads share.
typedef struct {
  const column_set* set;
  atomic_int next;
  int n;               // columns to be shared; the last one is not
  atomic_flag failed;  // an error was raised in some thread
  char error[1024];    // the first one
} column_share;

typedef struct column_worker_ {
  column_share* share;
  mjData* d;
  // of the calling thread, which begins and also computes the last column
  bool calls;
  const struct column_worker_* other;
  int nother;
} column_worker;

// What all columns need, then the copies of the others.
static void open_columns(const column_worker* w) {
  const column_set* set = w->share->set;
  set->begin(set->context, w->d);
  for (int i = 0; i < w->nother; i++) data_copy_to_mapped(w->other[i].d, set->m, w->d);
  atomic_store(&w->share->next, 0);
}

static void compute_columns(const column_worker* w) {
  column_share* share = w->share;
  const column_set* set = share->set;
  if (w->calls) open_columns(w);
  while (atomic_load(&share->next) < 0) thread_pause();
  for (;;) {
    int i = atomic_fetch_add(&share->next, 1);
    if (i >= share->n) break;
    set->column(set->context, w->d, i);
  }
  if (w->calls) set->column(set->context, w->d, share->n);
}

// Errors end the work of all threads.  They are raised by the calling thread once the others are
// done, since the user's handler may not return.
static void* work(void* argument) {
  const column_worker* w = argument;
  error_capture capture;
  volatile bool raised = true;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    compute_columns(w);
    capture_end(&capture);
    raised = false;
  }
  if (capture.warning[0]) mju_warning("%s", capture.warning);
  if (raised) {
    if (!atomic_flag_test_and_set(&w->share->failed)) {
      snprintf(w->share->error, sizeof w->share->error, "%s", capture.error);
    }
    atomic_store(&w->share->next, w->share->n);
  }
  return NULL;
}

// --- copies -------------------------------------------------------------------------------------

// Memory for copies stays with the pool: mapping it takes ten times as long as filling it (18
// against 1.8 us of the 460 us of all columns of a quadruped).

static void drop_copy(void* copy) { data_room_free(copy); }

// For the i-th copy of d.  NULL after mju_error.
static mjData* take_copy(const column_set* s, const mjData* d, int i) {
  mjData* copy;
  if (!data_has_room(d)) return data_map(s->m, &copy);
  copy = pool_take(s->pool, i);
  if (copy && data_room_fits(copy, d)) return copy;
  if (copy) drop_copy(copy);
  return data_room_make(d);
}

static void keep_copy(const column_set* s, mjData* copy, int i) {
  if (data_has_room(copy)) {
    pool_keep(s->pool, i, copy, drop_copy);
  } else {
    data_unmap(copy);
  }
}

// Two threads take 0.73 of the time at 147 dofs over all columns (an arm of 7), and 0.61 at 180 in
// contact; with few columns, of a microsecond each, waking a thread costs as much.
enum { LEAST_WORK = 100 };

// The calling thread computes columns in d itself, the last column among them, so that d is left as
// without a pool; the other threads compute theirs in copies.
static void share_columns(column_share* share, mjData* d, int ntask) {
  const column_set* s = share->set;
  mjThreadPool* pool = s->pool;
  column_worker w[mjMAXTHREAD];
  mjTask task[mjMAXTHREAD];
  for (int i = 0; i < ntask; i++) {
    w[i] = (column_worker){.share = share};
    w[i].d = take_copy(s, d, i);
    if (!w[i].d) ntask = i;
  }
  for (int i = 0; i < ntask; i++) {
    mju_defaultTask(task + i);
    task[i].func = work;
    task[i].args = w + i;
    // enqueued early: the threads wake up while this one begins
    mju_threadPoolEnqueue(pool, task + i);
  }
  work(&(column_worker){share, d, true, w, ntask});
  for (int i = 0; i < ntask; i++) {
    mju_taskJoin(task + i);
    keep_copy(s, w[i].d, i);
  }
}

void columns_run(const column_set* s, mjData* d) {
  mjThreadPool* pool = s->pool;
  int shared = pool && s->n * s->m->nv >= LEAST_WORK, n = s->n - 1;
  int ntask = shared ? mjMIN(mjMIN(n, pool->nworker), mjMAXTHREAD) - 1 : 0;
  if (ntask <= 0) {
    s->begin(s->context, d);
    for (int i = 0; i < s->n; i++) s->column(s->context, d, i);
    return;
  }
  column_share share = {.set = s, .next = NOT_YET, .n = n, .failed = ATOMIC_FLAG_INIT};
  // stages in d cannot use the pool, whose threads are busy with columns
  uintptr_t bound = d->threadpool;
  d->threadpool = 0;
  share_columns(&share, d, ntask);
  d->threadpool = bound;
  if (atomic_flag_test_and_set(&share.failed)) mju_error("%s", share.error);
}

void columns_awake(const mjModel* m, mjData* d, void (*run)(void* context, mjData* at),
                   void* context) {
  mjData* copy = sleep_enabled(m) ? data_map_copy(m, d) : NULL;
  if (!copy) {
    run(context, d);
    return;
  }
  error_capture capture;
  volatile bool raised = true;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    sleep_reset(m, copy);
    run(context, copy);
    capture_end(&capture);
    raised = false;
  }
  data_unmap(copy);
  if (capture.warning[0]) mju_warning("%s", capture.warning);
  if (raised) mju_error("%s", capture.error);
}
