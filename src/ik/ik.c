// Inverse kinematics searches: threads take whole searches from a counter; each thread has its own
// mjData.
#include <engine/ik.h>

#include <stdatomic.h>

#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/need.h"
#include "ik/limits.h"
#include "ik/step.h"
#include "kinematics/pose.h"

enum {
  ITERATIONS = 200,  // default number of iterations of each descent
  LOOKS = 8          // random draws, of which the one with the least cost becomes a start
};

// Data shared by the threads.
typedef struct {
  const mjModel* m;
  const engIk* ask;
  const ik_target* target;
  const mjtNum* start;  // the start of searches without one of their own
  mjtNum* best;         // best result so far
  atomic_flag busy;     // lock for comparing and replacing the best
  int best_search;
  engIkResult best_result;
  atomic_int next, nfound;
} ik_batch;

typedef struct {
  ik_batch* shared;
  mjData* d;
} ik_worker;

// --- one search ---------------------------------------------------------------------------------

typedef struct {
  int spent;
  ik_errors least;  // errors of the best end; its configuration is in `best` of the search
  int status;
} progress;

// Descend from d->qpos and keep the result if it is the best.
static void descend(ik_search* s, progress* p, bool thorough) {
  int most = s->ask->maxiter > 0 ? s->ask->maxiter - p->spent : ITERATIONS;
  bool stuck;
  ik_errors e = ik_descend(s, thorough, &most, &stuck);
  p->spent += most;
  bool found = ik_reached(s, &e);
  if (!found && !thorough && e.cost >= p->least.cost) return;
  p->least = e;
  p->status = found ? engIK_FOUND : stuck ? engIK_NEAREST : engIK_UNFINISHED;
  mju_copy(s->best, s->d->qpos, s->m->nq);
}

static bool may_go_on(const ik_search* s, const progress* p) {
  return p->status != engIK_FOUND && (s->ask->maxiter <= 0 || p->spent < s->ask->maxiter);
}

// Of several random draws put the one with the least cost into d->qpos.
static void draw_start(ik_search* s, const mjtNum* start, uint64_t* random, int n) {
  const mjModel* m = s->m;
  mjtNum least = INFINITY;
  for (int i = 0; i < n; i++) {
    mju_copy(s->d->qpos, start, m->nq);
    ik_draw(s, s->d->qpos, random);
    ik_confine(s, s->d->qpos);
    mjtNum cost = ik_measure(s).cost;
    if (i > 0 && !(cost < least)) continue;
    least = cost;
    mju_copy(s->here, s->d->qpos, m->nq);
  }
  mju_copy(s->d->qpos, s->here, m->nq);
}

// Approach the preferred posture: its weight is reduced step by step, so that finally the targets
// alone determine the pose and the posture only selects among configurations that reach them.  If
// this makes the result worse, it is discarded.
static void approach_posture(ik_search* s, progress* p) {
  progress with = *p;
  mjtNum* found = mj_stackAllocNum(s->d, (size_t)s->m->nq);
  mju_copy(found, s->best, s->m->nq);
  mju_copy(s->d->qpos, found, s->m->nq);
  for (s->pull = 1e-3; s->pull > 1e-10; s->pull *= 0.03) {
    int n = 50;
    bool stuck;
    ik_descend(s, true, &n, &stuck);
    with.spent += n;
  }
  s->pull = 0;
  descend(s, &with, true);
  if (with.status >= p->status) {
    *p = with;
  } else {
    p->spent = with.spent;
    mju_copy(s->best, found, s->m->nq);
  }
}

static engIkResult search(ik_search* s, const mjtNum* start, int k) {
  const mjModel* m = s->m;
  progress p = {.least = {.cost = INFINITY}};
  uint64_t random = s->ask->seed + 0x632be59bd9b4e019u * (uint64_t)(k + 1);
  int ndraw = 0;
  mju_copy(s->d->qpos, start, m->nq);
  mj_normalizeQuat(m, s->d->qpos);
  ik_confine(s, s->d->qpos);
  mju_copy(s->best, s->d->qpos, m->nq);
  bool draws = s->ask->maxdraw > 0;
  descend(s, &p, !draws);
  while (may_go_on(s, &p) && ndraw < s->ask->maxdraw) {
    int n = mjMIN(LOOKS, s->ask->maxdraw - ndraw);
    draw_start(s, start, &random, n);
    ndraw += n;
    descend(s, &p, false);
  }
  if (draws && may_go_on(s, &p)) {
    mju_copy(s->d->qpos, s->best, m->nq);
    descend(s, &p, true);
  }
  if (s->ask->posture && p.status != engIK_UNFINISHED) approach_posture(s, &p);
  return (engIkResult){p.status, p.spent, ndraw, 0, p.least.distance, p.least.angle, p.least.cost};
}

// --- all searches -------------------------------------------------------------------------------

// Order of results: reached before not reached, then by cost, then by index; independent of thread
// timing.
static bool better(const engIkResult* a, int ka, const engIkResult* b, int kb) {
  bool found = a->status == engIK_FOUND;
  if (found != (b->status == engIK_FOUND)) return found;
  if (!found && a->cost != b->cost) return a->cost < b->cost;
  return ka < kb;
}

static void keep_best(ik_batch* w, const engIkResult* result, int k, const mjtNum* qpos) {
  while (atomic_flag_test_and_set_explicit(&w->busy, memory_order_acquire)) {}
  if (w->best_search < 0 || better(result, k, &w->best_result, w->best_search)) {
    w->best_search = k;
    w->best_result = *result;
    mju_copy(w->best, qpos, w->m->nq);
  }
  atomic_flag_clear_explicit(&w->busy, memory_order_release);
}

static void* take_searches(void* argument) {
  ik_worker* h = argument;
  ik_batch* w = h->shared;
  const engIk* ask = w->ask;
  size_t nq = (size_t)w->m->nq;
  mj_markStack(h->d);
  ik_search s;
  ik_search_begin(&s, w->m, h->d, ask, w->target);
  for (int k; (k = atomic_fetch_add(&w->next, 1)) < ask->nstart;) {
    mj_markStack(h->d);
    engIkResult result = search(&s, ask->start ? ask->start + (size_t)k * nq : w->start, k);
    mj_freeStack(h->d);
    if (ask->result) ask->result[k] = result;
    if (ask->qpos) mju_copy(ask->qpos + (size_t)k * nq, s.best, w->m->nq);
    if (result.status == engIK_FOUND) atomic_fetch_add(&w->nfound, 1);
    keep_best(w, &result, k, s.best);
  }
  mj_freeStack(h->d);
  return NULL;
}

static bool all_finite(const mjtNum* x, size_t n) {
  for (size_t i = 0; x && i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

static bool arguments_right(const mjModel* m, int nd, const engIk* ask) {
  if (nd < 1 || ask->ntarget < 0 || ask->nstart < 0 || ask->maxdraw < 0 || ask->maxiter < 0) {
    return false;
  }
  for (int i = 0; ask->posture_weight && i < m->nv; i++) {
    if (!(ask->posture_weight[i] >= 0)) return false;
  }
  return (ask->target || !ask->ntarget) && ask->tolerance >= 0 && isfinite(ask->tolerance) &&
         all_finite(ask->start, (size_t)ask->nstart * (size_t)m->nq) &&
         all_finite(ask->posture, (size_t)m->nq) && all_finite(ask->posture_weight, (size_t)m->nv);
}

static void copy_mocap(const mjModel* m, mjData* to, const mjData* from) {
  mju_copy(to->mocap_pos, from->mocap_pos, 3 * m->nmocap);
  mju_copy(to->mocap_quat, from->mocap_quat, 4 * m->nmocap);
}

static void run_all(ik_batch* w, mjData* const* d, int nd, mjThreadPool* pool) {
  ik_worker hands[mjMAXTHREAD + 1];
  mjTask task[mjMAXTHREAD];
  int most = mjMIN(nd, w->ask->nstart) - 1;
  int ntask = pool ? mjMIN(most, mjMIN(pool->nworker, mjMAXTHREAD)) : 0;
  for (int i = 0; i < ntask; i++) {
    hands[i] = (ik_worker){w, d[i + 1]};
    copy_mocap(w->m, d[i + 1], d[0]);
    mju_defaultTask(task + i);
    task[i].func = take_searches;
    task[i].args = hands + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  take_searches(&(ik_worker){w, d[0]});
  for (int i = 0; i < ntask; i++) mju_taskJoin(task + i);
}

int eng_ik(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, const engIk* ask) {
  NEED_OR(-1, m, d, ask);
  if (!arguments_right(m, nd, ask)) return -1;
  size_t nq = (size_t)m->nq;
  mj_markStack(d[0]);
  ik_target* target =
      mj_stackAllocByte(d[0], sizeof *target * (size_t)ask->ntarget, _Alignof(ik_target));
  bool right = true;
  for (int k = 0; k < ask->ntarget; k++) {
    right = right && ik_target_make(target + k, m, ask->target + k);
  }
  ik_batch w = {.m = m,
                .ask = ask,
                .target = target,
                .start = mj_stackAllocNum(d[0], nq),
                .best = mj_stackAllocNum(d[0], nq),
                .busy = ATOMIC_FLAG_INIT,
                .best_search = -1};
  if (right) {
    mju_copy((mjtNum*)w.start, d[0]->qpos, m->nq);
    mju_copy(w.best, d[0]->qpos, m->nq);
    if (!all_finite(w.start, nq)) mju_copy((mjtNum*)w.start, m->qpos0, m->nq);
    run_all(&w, d, nd, pool);
    mju_copy(d[0]->qpos, w.best, m->nq);
    if (ask->best) *ask->best = w.best_search;
  }
  mj_freeStack(d[0]);
  if (!right) return -1;
  mj_kinematics(m, d[0]);
  mj_comPos(m, d[0]);
  return atomic_load(&w.nfound);
}
