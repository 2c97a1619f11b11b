// Adjoints along a trajectory: a backward sweep over the steps; forward dynamics of the next few
// steps are computed in parallel.
#include <stdatomic.h>

#include <engine/base.h>
#include <engine/derivative.h>
#include <engine/model.h>
#include <engine/step.h>

#include "math/dense.h"
#include "model/data.h"
#include "step/slope/step_slope.h"

// Shared by the threads: forward dynamics of steps first ... first + n - 1, each in its own mjData.
typedef struct {
  const mjModel* m;
  mjData* const* d;
  const engAdjoint* a;
  int first, n;
  atomic_int next;
} batch;

static void prepare(const batch* b, int i) {
  const mjModel* m = b->m;
  const engAdjoint* a = b->a;
  mjData* d = b->d[i];
  size_t step = (size_t)(b->first + i);
  mj_setState(m, d, a->state + step * (size_t)mj_stateSize(m, a->state_sig), a->state_sig);
  if (a->control) vec_copy(d->ctrl, a->control + step * (size_t)m->nu, m->nu);
  mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
}

static void* take_steps(void* argument) {
  batch* b = argument;
  for (;;) {
    int i = atomic_fetch_add(&b->next, 1);
    if (i >= b->n) return NULL;
    prepare(b, i);
  }
}

static void run_batch(batch* b, mjThreadPool* pool) {
  mjTask task[mjMAXTHREAD];
  int ntask = pool ? mjMIN(mjMIN(b->n - 1, pool->nworker), mjMAXTHREAD) : 0;
  atomic_store(&b->next, 0);
  for (int i = 0; i < ntask; i++) {
    mju_defaultTask(task + i);
    task[i].func = take_steps;
    task[i].args = b;
    mju_threadPoolEnqueue(pool, task + i);
  }
  take_steps(b);
  for (int i = 0; i < ntask; i++) mju_taskJoin(task + i);
}

// Replace bar, the adjoint of the state after a step, by that of the state before it.
static int pull_back_step(const mjModel* m, mjData* d, int flags, const engAdjoint* a, int step,
                          mjtNum* bar) {
  size_t nu = m->nu, nv = m->nv, nx = (size_t)dim_state(m), at = (size_t)step;
  mjtNum* ctrl = a->ctrl_bar ? a->ctrl_bar + at * nu : NULL;
  mjtNum* force = a->force_bar ? a->force_bar + at * nv : NULL;
  mj_markStack(d);
  int np = a->parameter_bar ? a->nparameter : 0;
  mjtNum* by_parameter = mj_stackAllocNum(d, (size_t)np + 1);
  const engStepCovector out = {bar, ctrl, force, np, a->parameter, by_parameter, a->smoothing};
  int status = step_back(m, d, flags | engDERIV_FORWARDED, bar, &out);
  if (np && status == engDERIV_OK) vec_add(a->parameter_bar, a->parameter_bar, by_parameter, np);
  mj_freeStack(d);
  if (status != engDERIV_OK) return status;
  vec_add(bar, bar, a->by_state + at * nx, (int)nx);
  if (ctrl && a->by_ctrl) vec_add(ctrl, ctrl, a->by_ctrl + at * nu, (int)nu);
  return engDERIV_OK;
}

int eng_adjoint(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, int flags,
                const engAdjoint* a) {
  NEED_OR(engDERIV_UNSUPPORTED, m, d, a);
  if (nd < 1 || a->nstep < 0 || !a->by_state || (a->nstep && !a->state)) {
    mju_error("eng_adjoint: states, their derivatives of the cost and data to work in are needed");
    return engDERIV_UNSUPPORTED;
  }
  int nx = dim_state(m), status = check_model_slopes(m, __func__);
  if (status != engDERIV_OK) return status;
  // the adjoints are allocated first, below what the steps themselves put on the stack
  mj_markStack(d[0]);
  mjtNum* bar = mj_stackAllocNum(d[0], (size_t)nx + 1);
  vec_copy(bar, a->by_state + (size_t)a->nstep * (size_t)nx, nx);
  if (a->parameter_bar) vec_zero(a->parameter_bar, a->nparameter);
  batch b = {.m = m, .d = d, .a = a};
  for (int end = a->nstep; end > 0 && status == engDERIV_OK; end = b.first) {
    b.n = mjMIN(nd, end);
    b.first = end - b.n;
    run_batch(&b, pool);
    for (int i = b.n - 1; i >= 0 && status == engDERIV_OK; i--) {
      status = pull_back_step(m, d[i], flags, a, b.first + i, bar);
    }
  }
  if (a->state_bar && status == engDERIV_OK) vec_copy(a->state_bar, bar, nx);
  mj_freeStack(d[0]);
  return status;
}
