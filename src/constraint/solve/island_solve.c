#include "constraint/solve/island_solve.h"

#include <assert.h>

#include <stdatomic.h>

#include "base/capture.h"
#include "base/pool.h"
#include "constraint/hard/step.h"
#include "constraint/island.h"
#include "model/stack.h"

// With fewer rows waking other threads takes longer than solving: a pool of two then makes steps of
// 64 rows 13 % longer, of 130 rows 11 % (cable, box_pile); humanoids gain 1.09 times with 630 rows
// and 1.18 with 4000.  Hard methods take longer for a row: 100 rows of box_pile gain 1.5 times.
enum { MINROWS_SOFT = 300, MINROWS_HARD = 64 };

static int pays_to_share(const constraint_solver* solver, int nefc) {
  return nefc >= (solver->softness == SOLVES_HARD ? MINROWS_HARD : MINROWS_SOFT);
}

// Shared by the threads: each takes the next island until there are none.
typedef struct {
  const mjModel* m;
  mjData* d;
  const constraint_solver* solver;
  problem_start start;  // in island order
  atomic_int next;
  atomic_bool full;  // some thread had no room for an island
} island_queue;

static void take_islands(void* argument) {
  island_queue* w = argument;
  for (;;) {
    int k = atomic_fetch_add(&w->next, 1);
    if (k >= w->d->nisland) return;
    mj_markStack(w->d);
    problem p = problem_island(w->m, w->d, k, &w->start);
    w->solver->solve(w->d, &p);
    mj_freeStack(w->d);
  }
}

static void* share_islands(void* argument) {
  island_queue* w = argument;
  if (!stack_try(w->d, take_islands, w)) {
    atomic_store(&w->full, true);
    atomic_store(&w->next, w->d->nisland);
  }
  return NULL;
}

// Islands share no data, so the result does not depend on which thread solves which.
static void solve_all(island_queue* w) {
  mjData* d = w->d;
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  int ntask = pool && pays_to_share(w->solver, d->nefc) ? mjMIN(pool->nworker, d->nisland - 1) : 0;
  mjTask* task = mj_stackAllocByte(d, sizeof(mjTask) * (size_t)ntask, sizeof(void*));
  for (int i = 0; i < ntask; i++) {
    mju_defaultTask(task + i);
    task[i].func = share_islands;
    task[i].args = w;
    mju_threadPoolEnqueue(pool, task + i);
  }
  if (!ntask) {
    take_islands(w);
    return;
  }
  // no error may leave while others work on what this stack holds
  share_islands(w);
  for (int i = 0; i < ntask; i++) pool_join(pool, task + i);
  if (atomic_load(&w->full)) {
    error_of_full_stack("the stack of a thread is full; increase the arena memory");
  }
}

// Map from island order to the original order; NULL when both are the same.
typedef struct {
  const int* map;
  int n;
} order;

// to[i] = from[map[i]]
static void gather(mjtNum* to, const mjtNum* from, order o) {
  if (!o.map) vec_copy(to, from, o.n);
  for (int i = 0; o.map && i < o.n; i++) to[i] = from[o.map[i]];
}

static void scatter(mjtNum* to, const mjtNum* from, order o) {
  if (!o.map) vec_copy(to, from, o.n);
  for (int i = 0; o.map && i < o.n; i++) to[o.map[i]] = from[i];
}

// The starting point in island order.
static void gather_start(island_queue* w, const problem_start* whole, order dof, order row) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  mjtNum *Ma = mj_stackAllocNum(d, d->nidof), *jar = mj_stackAllocNum(d, d->nefc);
  mjtNum* b = mj_stackAllocNum(d, d->nefc);
  gather(Ma, whole->Ma, dof);
  gather(jar, whole->jar, row);
  gather(b, whole->b, row);
  gather(d->ifrc_smooth, whole->metric ? whole->metric->force : d->qfrc_smooth, dof);
  gather(d->iacc_smooth, d->qacc_smooth, dof);
  gather(d->iacc, d->qacc, dof);
  gather(d->iefc_aref, d->efc_aref, row);
  gather(d->iefc_force, d->efc_force, row);
  if (whole->metric && row.map) {  // known only since there is a metric
    gather(d->iefc_D, d->efc_D, row);
    gather(d->iefc_R, d->efc_R, row);
  }
  w->start = (problem_start){.Ma = Ma, .jar = jar, .b = b, .metric = whole->metric};
  if (whole->hard.options) w->start.hard = hard_step_gather(m, d, &whole->hard);
}

void island_solve(const mjModel* m, mjData* d, const constraint_solver* solver,
                  const problem_start* start) {
  assert(islands_valid(m, d));
  mj_markStack(d);
  // the dofs of a single island ascend: the last one tells whether they are the first nidof dofs
  int alone = d->nisland == 1, last = d->nidof - 1;
  const order dof = {alone && d->map_idof2dof[last] == last ? NULL : d->map_idof2dof, d->nidof};
  const order row = {alone ? NULL : d->map_iefc2efc, d->nefc};
  island_queue w = {.m = m, .d = d, .solver = solver};
  gather_start(&w, start, dof, row);
  solve_all(&w);

  scatter(d->qacc, d->iacc, dof);
  scatter(d->qfrc_constraint, d->ifrc_constraint, dof);
  scatter(d->efc_force, d->iefc_force, row);
  for (int i = 0; i < d->nefc; i++) d->efc_state[row.map ? row.map[i] : i] = d->iefc_state[i];
  for (int i = d->nidof; i < m->nv; i++) {
    int free = d->map_idof2dof[i];
    d->qacc[free] = d->qacc_smooth[free];
    d->qfrc_constraint[free] = 0;
  }
  mj_freeStack(d);
}
