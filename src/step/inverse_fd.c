// Derivatives of inverse dynamics by forward differences: row i of each output is the derivative by
// input i.
#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "step/columns.h"

// The outputs for one kind of input; each may be NULL.
typedef struct {
  mjtNum *force, *sensor, *inertia;
} rows;

typedef struct {
  const mjModel* m;
  mjtNum eps;
  int actuation, sensing;
  rows nominal;
  rows by[3];      // by acceleration, velocity, position
  int first[4];    // index of the first input of each wanted kind; at the end their number
  uintptr_t pool;  // of threads; 0: none
} inverse_differences;

static void evaluate(const inverse_differences* f, mjData* d, int skipstage) {
  const mjModel* m = f->m;
  mj_inverseSkip(m, d, skipstage, !f->sensing);
  if (!f->actuation) return;
  mj_fwdActuation(m, d);
  mju_subFrom(d->qfrc_inverse, d->qfrc_actuator, m->nv);
}

static void store_row(mjtNum* matrix, int row, const mjtNum* plus, const mjtNum* nominal, int n,
                      mjtNum eps) {
  if (!matrix) return;
  for (int i = 0; i < n; i++) matrix[row * n + i] = (plus[i] - nominal[i]) / eps;
}

static void store(const inverse_differences* f, const mjData* d, const rows* r, int i) {
  const mjModel* m = f->m;
  store_row(r->force, i, d->qfrc_inverse, f->nominal.force, m->nv, f->eps);
  store_row(r->sensor, i, d->sensordata, f->nominal.sensor, m->nsensordata, f->eps);
  store_row(r->inertia, i, d->qM, f->nominal.inertia, m->nM, f->eps);
}

static int any_output_wanted(const rows* r) { return r->force || r->sensor || r->inertia; }

static void by_coordinate(const inverse_differences* f, mjData* d, mjtNum* x, int skipstage) {
  mjtNum nominal = *x;
  *x += f->eps;
  evaluate(f, d, skipstage);
  *x = nominal;
}

static void by_position(const inverse_differences* f, mjData* d, int i) {
  const mjModel* m = f->m;
  mj_markStack(d);
  mjtNum* unit = mj_stackAllocNum(d, m->nv);
  mjtNum* qpos = mj_stackAllocNum(d, m->nq);
  mju_zero(unit, m->nv);
  mju_copy(qpos, d->qpos, m->nq);
  unit[i] = 1;
  mj_integratePos(m, d->qpos, unit, f->eps);
  evaluate(f, d, mjSTAGE_NONE);
  mju_copy(d->qpos, qpos, m->nq);
  mj_freeStack(d);
}

// Inputs are ordered such that results of stages can be reused from one to the next.
static void find_row(const void* context, mjData* d, int i) {
  const inverse_differences* f = context;
  int kind = i >= f->first[2] ? 2 : i >= f->first[1];
  i -= f->first[kind];
  switch (kind) {
    case 0: by_coordinate(f, d, d->qacc + i, mjSTAGE_VEL); break;
    case 1: by_coordinate(f, d, d->qvel + i, mjSTAGE_POS); break;
    default: by_position(f, d, i);
  }
  store(f, d, f->by + kind, i);
}

static void evaluate_nominal(const void* context, mjData* d) {
  const inverse_differences* f = context;
  const mjModel* m = f->m;
  evaluate(f, d, mjSTAGE_NONE);
  mju_copy(f->nominal.force, d->qfrc_inverse, m->nv);
  mju_copy(f->nominal.sensor, d->sensordata, m->nsensordata);
  mju_copy(f->nominal.inertia, d->qM, m->nM);
}

static void find_inverse(void* context, mjData* d) {
  inverse_differences* f = context;
  const mjModel* m = f->m;
  mj_markStack(d);
  f->nominal.force = mj_stackAllocNum(d, m->nv);
  f->nominal.sensor = mj_stackAllocNum(d, m->nsensordata);
  f->nominal.inertia = mj_stackAllocNum(d, m->nM);
  for (int k = 0; k < 3; k++) {
    f->first[k + 1] = f->first[k] + (any_output_wanted(f->by + k) ? m->nv : 0);
  }
  columns_run(&(column_set){m, (mjThreadPool*)f->pool, f->first[3], evaluate_nominal, find_row, f},
              d);
  mj_freeStack(d);
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq,
                   mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa,
                   mjtNum* DmDq) {
  NEED(m, d);
  if (m->nhistory) {
    mju_error("mjd_inverseFD: delays are not supported; the model has histories");
    return;
  }
  if (m->opt.integrator == mjINT_DISCRETE) {
    mju_error("mjd_inverseFD: the discrete integrator is not supported");
    return;
  }
  if (m->opt.integrator == mjINT_RK4) {
    mju_error("mjd_inverseFD: the RK4 integrator is not supported");
    return;
  }
  if (m->opt.noslip_iterations) {
    mju_error("mjd_inverseFD: noslip has no inverse; noslip_iterations must be 0");
    return;
  }
  inverse_differences f = {.m = m,
                           .eps = eps,
                           .actuation = flg_actuation,
                           .sensing = DsDq || DsDv || DsDa,
                           .by = {{DfDa, DsDa, NULL}, {DfDv, DsDv, NULL}, {DfDq, DsDq, DmDq}},
                           .pool = d->threadpool};
  columns_awake(m, d, find_inverse, &f);
}
