#include "render/soft/team.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/platform/thread.h"
#include "base/pool.h"

void team_make(team* t) {
  const char* wanted = getenv("ENGINE_RENDER_THREADS");
  int n = wanted && *wanted ? atoi(wanted) : thread_processors();
  t->n = n < 1 ? 1 : n > TEAM_MOST ? TEAM_MOST : n;
  t->pool = NULL;
}

void team_free(team* t) {
  mju_threadPoolDestroy(t->pool);
  t->pool = NULL;
}

typedef struct {
  atomic_int* next;
  int njob, worker;
  team_work work;
  void* arg;
} share;

static void* do_share(void* arg) {
  share* s = arg;
  for (int job; (job = atomic_fetch_add(s->next, 1)) < s->njob;) s->work(s->arg, job, s->worker);
  return NULL;
}

void team_run(team* t, int njob, team_work work, void* arg) {
  int n = t->n < njob ? t->n : njob;
  // threads are created on first use
  if (n > 1 && !t->pool) t->pool = mju_threadPoolCreate((size_t)t->n - 1);
  if (n < 2 || !t->pool) {
    for (int job = 0; job < njob; job++) work(arg, job, 0);
    return;
  }
  atomic_int next = 0;
  share shares[TEAM_MOST];
  mjTask tasks[TEAM_MOST];
  for (int i = 0; i < n; i++) {
    share one = {&next, njob, i, work, arg};
    shares[i] = one;
    mju_defaultTask(tasks + i);
    tasks[i].func = do_share;
    tasks[i].args = shares + i;
    if (i) mju_threadPoolEnqueue(t->pool, tasks + i);
  }
  do_share(shares);
  for (int i = 1; i < n; i++) pool_join(t->pool, tasks + i);
}
