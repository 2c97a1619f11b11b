// Rollouts: threads take whole trajectories from a counter; each thread has its own mjData.
#include <stdatomic.h>
#include <stddef.h>

#include <engine/base.h>
#include <engine/model.h>
#include <engine/math.h>
#include <engine/step.h>

// Shared by the threads.
typedef struct {
  const mjModel* m;
  const engRollout* r;
  size_t nstate, ncontrol;
  atomic_int next;  // the next trajectory to be taken
  atomic_int nbad;
} rollout_batch;

typedef struct {
  rollout_batch* shared;
  mjData* d;
} rollout_worker;

static int bad_numbers(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number +
         d->warning[mjWARN_BADQACC].number;
}

// Simulate trajectory k; false when a number became invalid.
static int run_trajectory(const rollout_batch* w, mjData* d, int k) {
  const mjModel* m = w->m;
  const engRollout* r = w->r;
  size_t first = (size_t)k * (size_t)r->nstep, nsensor = (size_t)m->nsensordata;
  mj_resetData(m, d);
  mj_setState(m, d, r->initial + (size_t)k * w->nstate, r->state_sig);
  int nvalid = 0;
  for (int i = 0; i < r->nstep; i++) {
    size_t row = first + (size_t)i;
    if (r->control) mj_setState(m, d, r->control + row * w->ncontrol, r->control_sig);
    // a reset clears all warning counters except that of its cause
    mj_step(m, d);
    if (nvalid == i && !bad_numbers(d)) nvalid++;
    if (r->state) mj_getState(m, d, r->state + row * w->nstate, r->state_sig);
    if (r->sensor) mju_copy(r->sensor + row * nsensor, d->sensordata, m->nsensordata);
  }
  if (r->nvalid) r->nvalid[k] = nvalid;
  return nvalid == r->nstep;
}

static void* take_trajectories(void* argument) {
  rollout_worker* h = argument;
  rollout_batch* w = h->shared;
  for (;;) {
    int k = atomic_fetch_add(&w->next, 1);
    if (k >= w->r->nrollout) return NULL;
    if (!run_trajectory(w, h->d, k)) atomic_fetch_add(&w->nbad, 1);
  }
}

int eng_rollout(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool,
                const engRollout* r) {
  if (nd < 1 || r->nrollout < 0 || r->nstep < 0 || (!r->initial && r->nrollout > 0)) return -1;
  if (r->control && !r->control_sig) return -1;
  rollout_batch w = {
      m, r, (size_t)mj_stateSize(m, r->state_sig), (size_t)mj_stateSize(m, r->control_sig), 0, 0};
  rollout_worker hands[mjMAXTHREAD + 1];
  mjTask task[mjMAXTHREAD];
  int ntask = pool ? mjMIN(mjMIN(nd, r->nrollout) - 1, mjMIN(pool->nworker, mjMAXTHREAD)) : 0;
  for (int i = 0; i < ntask; i++) {
    hands[i] = (rollout_worker){&w, d[i + 1]};
    mju_defaultTask(task + i);
    task[i].func = take_trajectories;
    task[i].args = hands + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  take_trajectories(&(rollout_worker){&w, d[0]});
  for (int i = 0; i < ntask; i++) mju_taskJoin(task + i);
  return atomic_load(&w.nbad);
}
