// Worker threads that run tasks from one bounded queue.  The queue is lock-free: a ring of cells,
// each with a sequence number that says whether it may be written or read next.  Idle threads spin
// briefly, then sleep.
#include "base/pool.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include <engine/data_types.h>

#include "base/memory.h"
#include "base/need.h"
#include "base/platform/compiler.h"
#include "base/platform/thread.h"

#define QUEUE 1024  // cells, a power of two
#define SPINS 200   // polls of an empty queue before a thread goes to sleep

// A cell holds the task with ticket t when turn == t + 1, and is free for ticket t when turn == t.
typedef struct {
  atomic_size_t turn;
  mjTask* task;
} queue_cell;

typedef struct {
  mjThreadPool shared;  // the public part; must be the first member
  int nthread;
  const void* owner;
  thread thread[mjMAXTHREAD];
  thread_semaphore wake;
  _Alignas(64) atomic_size_t tail;  // ticket of the next task to be queued
  _Alignas(64) atomic_size_t head;  // ticket of the next task to be taken
  _Alignas(64) atomic_int asleep;   // sleeping threads that have not been signalled yet
  atomic_bool closing;
  _Atomic(void*) kept[mjMAXTHREAD];
  _Atomic(void (*)(void*)) drop;  // of all of them
  _Alignas(64) queue_cell ring[QUEUE];
} pool;

static PER_THREAD pool* here = NULL;  // the pool that this thread is a worker of
static PER_THREAD int here_id = 0;

// ------------------------------------------------------------------------------------ the queue

// False when the queue is full.
static bool queue_task(pool* p, mjTask* task) {
  size_t ticket = atomic_load_explicit(&p->tail, memory_order_relaxed);
  for (;;) {
    queue_cell* c = &p->ring[ticket % QUEUE];
    size_t turn = atomic_load_explicit(&c->turn, memory_order_acquire);
    if (turn == ticket) {
      if (atomic_compare_exchange_weak(&p->tail, &ticket, ticket + 1)) {
        c->task = task;
        atomic_store(&c->turn, ticket + 1);  // seq_cst: ordered with `asleep`, see wake_one
        return true;
      }
    } else if (turn < ticket) {
      return false;
    } else {
      ticket = atomic_load_explicit(&p->tail, memory_order_relaxed);
    }
  }
}

// NULL when the queue is empty.
static mjTask* take(pool* p) {
  size_t ticket = atomic_load_explicit(&p->head, memory_order_relaxed);
  for (;;) {
    queue_cell* c = &p->ring[ticket % QUEUE];
    size_t turn = atomic_load(&c->turn);
    if (turn == ticket + 1) {
      if (atomic_compare_exchange_weak(&p->head, &ticket, ticket + 1)) {
        mjTask* task = c->task;
        atomic_store_explicit(&c->turn, ticket + QUEUE, memory_order_release);
        return task;
      }
    } else if (turn < ticket + 1) {
      return NULL;
    } else {
      ticket = atomic_load_explicit(&p->head, memory_order_relaxed);
    }
  }
}

static void run_task(mjTask* task) {
  if (task->func) task->args = task->func(task->args);
  // from here on the task belongs to the thread that joins it
  handover_set(&task->status, mjTASK_COMPLETED);
}

static bool done(const mjTask* task) { return handover_get(&task->status) == mjTASK_COMPLETED; }

// -------------------------------------------------------------------------------------- sleeping

// Decrement the number of sleeping threads, claiming one to be woken; false when there is none.
static bool claim_sleeper(pool* p) {
  int n = atomic_load(&p->asleep);
  while (n > 0) {
    if (atomic_compare_exchange_weak(&p->asleep, &n, n - 1)) return true;
  }
  return false;
}

static void wake_one(pool* p) {
  if (claim_sleeper(p)) thread_semaphore_post(&p->wake);
}

// Sleep until a task is queued.  A task queued before `asleep` was incremented is found by the
// second look at the queue; a later one is queued by a thread that sees the sleeper and wakes it.
// A thread that finds a task but has been claimed meanwhile must still consume its semaphore post.
static mjTask* sleep_for_task(pool* p) {
  atomic_fetch_add(&p->asleep, 1);
  mjTask* task = take(p);
  if ((task || atomic_load(&p->closing)) && claim_sleeper(p)) return task;
  thread_semaphore_wait(&p->wake);
  return task;
}

static mjTask* wait_for_task(pool* p) {
  for (;;) {
    for (int i = 0; i < SPINS; i++) {
      mjTask* task = take(p);
      if (task) return task;
      thread_pause();
    }
    if (atomic_load(&p->closing)) return take(p);
    mjTask* task = sleep_for_task(p);
    if (task) return task;
  }
}

// --------------------------------------------------------------------------------------- threads

typedef struct {
  pool* p;
  int id;
  atomic_bool started;
} birth;

static void* worker_main(void* arg) {
  birth* b = arg;
  here = b->p;
  here_id = b->id;
  atomic_store(&b->started, true);
  pool* p = here;
  for (mjTask* task; (task = wait_for_task(p));) run_task(task);
  return NULL;
}

// Stop the threads; they first empty the queue.
static void close_pool(pool* p) {
  atomic_store(&p->closing, true);
  for (int i = 0; i < p->nthread; i++) wake_one(p);
  for (int i = 0; i < p->nthread; i++) thread_join(p->thread[i]);
  thread_semaphore_free(&p->wake);
  for (int i = 0; i < mjMAXTHREAD; i++) {
    void* kept = atomic_load(&p->kept[i]);
    if (kept) atomic_load (&p->drop)(kept);
  }
  mju_free(p);
}

mjThreadPool* mju_threadPoolCreate(size_t number_of_threads) {
  pool* p = memory_try_aligned(sizeof(pool));
  if (!p) {
    mju_error("mju_threadPoolCreate: no memory");
    return NULL;
  }
  memset(p, 0, sizeof(pool));
  p->shared.nworker = (int)number_of_threads;
  for (size_t i = 0; i < QUEUE; i++) atomic_init(&p->ring[i].turn, i);
  if (!thread_semaphore_make(&p->wake)) {
    mju_free(p);
    mju_error("mju_threadPoolCreate: no semaphore");
    return NULL;
  }
  size_t nthread = number_of_threads < mjMAXTHREAD ? number_of_threads : mjMAXTHREAD;
  while ((size_t)p->nthread < nthread) {
    birth b = {p, p->nthread + 1, false};
    if (!thread_start(p->thread + p->nthread, worker_main, &b)) {
      int made = p->nthread;
      close_pool(p);
      mju_error("mju_threadPoolCreate: the system made only %d of %zu threads", made, nthread);
      return NULL;
    }
    while (!atomic_load(&b.started)) thread_yield();
    p->nthread++;
  }
  return &p->shared;
}

void mju_threadPoolDestroy(mjThreadPool* thread_pool) {
  if (thread_pool) close_pool((pool*)thread_pool);
}

void mju_defaultTask(mjTask* task) {
  NEED(task);
  task->func = NULL;
  task->args = NULL;
  task->status = mjTASK_NEW;
}

void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task) {
  NEED(thread_pool, task);
  pool* p = (pool*)thread_pool;
  if (handover_get(&task->status) != mjTASK_NEW) {
    mju_error("mju_threadPoolEnqueue: the task is not new");
    return;
  }
  handover_set(&task->status, mjTASK_QUEUED);
  // without workers, and when the queue is full, the calling thread runs the task
  if (!p->nthread || !queue_task(p, task)) {
    run_task(task);
    return;
  }
  wake_one(p);
}

void pool_join(mjThreadPool* thread_pool, mjTask* task) {
  while (!done(task)) {
    mjTask* other = take((pool*)thread_pool);
    if (other) {
      run_task(other);
    } else {
      for (int i = 0; i < SPINS && !done(task); i++) thread_pause();
      if (!done(task)) thread_yield();
    }
  }
}

void mju_taskJoin(mjTask* task) {
  NEED(task);
  if (handover_get(&task->status) == mjTASK_NEW) {
    mju_error("mju_taskJoin: the task was not queued, so nobody will do it");
    return;
  }
  if (here) {
    pool_join(&here->shared, task);  // the task may be one only this worker can run
    return;
  }
  for (int i = 0; i < SPINS && !done(task); i++) thread_pause();
  while (!done(task)) thread_yield();
}

int pool_worker(const mjThreadPool* pool) { return here && &here->shared == pool ? here_id : 0; }

void* pool_take(mjThreadPool* thread_pool, int slot) {
  return atomic_exchange(&((pool*)thread_pool)->kept[slot], NULL);
}

void pool_keep(mjThreadPool* thread_pool, int slot, void* kept, void (*drop)(void* kept)) {
  pool* p = (pool*)thread_pool;
  atomic_store(&p->drop, drop);
  void* before = atomic_exchange(&p->kept[slot], kept);
  if (before) drop(before);
}

void pool_set_owner(mjThreadPool* thread_pool, const void* owner) {
  ((pool*)thread_pool)->owner = owner;
}

const void* pool_owner(const mjThreadPool* thread_pool) {
  return ((const pool*)thread_pool)->owner;
}

int pool_nthread(const mjThreadPool* thread_pool) { return ((const pool*)thread_pool)->nthread; }
