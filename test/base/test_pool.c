#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include <engine/data_types.h>

#include "base/raises.h"
#include "base/pool.h"

static void* square(void* arg) {
  int64_t* x = arg;
  *x *= *x;
  return x + 1;
}

static void every_task_runs_once(void** state) {
  (void)state;
  enum { N = 10000 };
  mjTask* task = malloc(N * sizeof(mjTask));
  int64_t* value = malloc((N + 1) * sizeof(int64_t));
  for (int n = 1; n <= 16; n++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    assert_int_equal(pool->nworker, n);
    for (int i = 0; i < N; i++) {
      value[i] = i;
      mju_defaultTask(task + i);
      assert_true(!task[i].func && !task[i].args && task[i].status == mjTASK_NEW);
      task[i].func = square;
      task[i].args = value + i;
      mju_threadPoolEnqueue(pool, task + i);
    }
    for (int i = 0; i < N; i++) {
      mju_taskJoin(task + i);
      assert_int_equal(value[i], (int64_t)i * i);
      assert_ptr_equal(task[i].args, value + i + 1);
    }
    mju_threadPoolDestroy(pool);
  }
  free(value);
  free(task);
}

// Idle workers sleep, and wake for the next task.
static void sleepers_wake(void** state) {
  (void)state;
  mjThreadPool* pool = mju_threadPoolCreate(3);
  for (int i = 0; i < 50; i++) {
    struct timespec pause = {0, i % 5 * 500000};
    nanosleep(&pause, NULL);
    int64_t value[3] = {2, 3, 4};
    mjTask task[2];
    for (int k = 0; k < 2; k++) {
      mju_defaultTask(task + k);
      task[k].func = square;
      task[k].args = value + k;
      mju_threadPoolEnqueue(pool, task + k);
    }
    for (int k = 0; k < 2; k++) mju_taskJoin(task + k);
    assert_true(value[0] == 4 && value[1] == 9);
  }
  mju_threadPoolDestroy(pool);
}

typedef struct {
  mjThreadPool* pool;
  int depth;
  int count;
} nested;

// A tree of tasks, each waiting for its children: with one worker, all wait for each other.
static void* spawn(void* arg) {
  nested* n = arg;
  n->count = 1;
  if (!n->depth) return NULL;
  nested child[2];
  mjTask task[2];
  for (int i = 0; i < 2; i++) {
    child[i] = (nested){n->pool, n->depth - 1, 0};
    mju_defaultTask(task + i);
    task[i].func = spawn;
    task[i].args = child + i;
    mju_threadPoolEnqueue(n->pool, task + i);
  }
  for (int i = 0; i < 2; i++) {
    if (i) {
      pool_join(n->pool, task + i);
    } else {
      mju_taskJoin(task + i);
    }
    n->count += child[i].count;
  }
  return NULL;
}

static void tasks_may_wait_for_tasks(void** state) {
  (void)state;
  for (int n = 0; n <= 4; n++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    nested root = {pool, 8, 0};
    mjTask task;
    mju_defaultTask(&task);
    task.func = spawn;
    task.args = &root;
    mju_threadPoolEnqueue(pool, &task);
    mju_taskJoin(&task);
    assert_int_equal(root.count, (1 << 9) - 1);
    mju_threadPoolDestroy(pool);
  }
}

static void* my_number(void* arg) { return (void*)(uintptr_t)pool_worker(arg); }

static void workers_are_numbered(void** state) {
  (void)state;
  mjThreadPool *pool = mju_threadPoolCreate(3), *other = mju_threadPoolCreate(1);
  assert_int_equal(pool_worker(pool), 0);
  assert_int_equal(pool_nthread(pool), 3);
  for (int i = 0; i < 100; i++) {
    mjTask own, foreign;
    mju_defaultTask(&own);
    mju_defaultTask(&foreign);
    own.func = foreign.func = my_number;
    own.args = foreign.args = pool;
    mju_threadPoolEnqueue(pool, &own);
    mju_threadPoolEnqueue(other, &foreign);
    mju_taskJoin(&own);
    mju_taskJoin(&foreign);
    assert_true((uintptr_t)own.args >= 1 && (uintptr_t)own.args <= 3);
    assert_int_equal((uintptr_t)foreign.args, 0);  // a worker of another pool is nobody here
  }
  mju_threadPoolDestroy(other);
  mju_threadPoolDestroy(pool);
  mju_threadPoolDestroy(NULL);
}

static void a_task_is_enqueued_once(void** state) {
  (void)state;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  int64_t value[2] = {3, 0};
  mjTask task;
  mju_defaultTask(&task);
  task.func = square;
  task.args = value;
  mju_threadPoolEnqueue(pool, &task);
  mju_taskJoin(&task);
  mju_user_error = jump_out;
  volatile int raised = 1;
  if (!setjmp(escape)) {
    mju_threadPoolEnqueue(pool, &task);
    raised = 0;
  }
  mju_clearHandlers();
  assert_int_equal(raised, 1);
  assert_int_equal(value[0], 9);
  mju_threadPoolDestroy(pool);
}

// Several threads feed one pool; what is queued when it closes still runs.
static mjThreadPool* shared;
static void* feed(void* arg) {
  mjTask* task = arg;
  for (int i = 0; i < 1000; i++) mju_threadPoolEnqueue(shared, task + i);
  return NULL;
}

static void* count_up(void* arg) {
  __atomic_add_fetch((int*)arg, 1, __ATOMIC_RELAXED);
  return arg;
}

static void many_may_enqueue(void** state) {
  (void)state;
  enum { FEEDERS = 4, N = 1000 };
  mjTask* task = malloc(FEEDERS * N * sizeof(mjTask));
  int count = 0;
  for (int i = 0; i < FEEDERS * N; i++) {
    mju_defaultTask(task + i);
    task[i].func = count_up;
    task[i].args = &count;
  }
  shared = mju_threadPoolCreate(3);
  pthread_t thread[FEEDERS];
  for (int i = 0; i < FEEDERS; i++) pthread_create(thread + i, NULL, feed, task + i * N);
  for (int i = 0; i < FEEDERS; i++) pthread_join(thread[i], NULL);
  mju_threadPoolDestroy(shared);
  assert_int_equal(count, FEEDERS * N);
  free(task);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_task_runs_once),     cmocka_unit_test(sleepers_wake),
      cmocka_unit_test(tasks_may_wait_for_tasks), cmocka_unit_test(workers_are_numbered),
      cmocka_unit_test(a_task_is_enqueued_once),  cmocka_unit_test(many_may_enqueue),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
