// Derivatives of inverse dynamics by forward differences: row i of every output is the derivative
// by input i.
#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  int actuation, sensing;
  mjtNum *force, *sensor, *inertia;  // at the nominal point
} fd;

// The outputs for one kind of input, each may be NULL.
typedef struct {
  mjtNum *force, *sensor, *inertia;
} rows;

static void evaluate(const fd* f, int skipstage) {
  const mjModel* m = f->m;
  mjData* d = f->d;
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

static void store(const fd* f, const rows* r, int i) {
  const mjModel* m = f->m;
  store_row(r->force, i, f->d->qfrc_inverse, f->force, m->nv, f->eps);
  store_row(r->sensor, i, f->d->sensordata, f->sensor, m->nsensordata, f->eps);
  store_row(r->inertia, i, f->d->qM, f->inertia, m->nM, f->eps);
}

static int wanted(const rows* r) { return r->force || r->sensor || r->inertia; }

static void coordinates(const fd* f, mjtNum* x, int skipstage, const rows* r) {
  if (!wanted(r)) return;
  for (int i = 0; i < f->m->nv; i++) {
    mjtNum nominal = x[i];
    x[i] += f->eps;
    evaluate(f, skipstage);
    x[i] = nominal;
    store(f, r, i);
  }
}

static void positions(const fd* f, const rows* r) {
  const mjModel* m = f->m;
  mjData* d = f->d;
  if (!wanted(r)) return;
  mj_markStack(d);
  mjtNum* unit = mj_stackAllocNum(d, m->nv);
  mjtNum* qpos = mj_stackAllocNum(d, m->nq);
  mju_zero(unit, m->nv);
  mju_copy(qpos, d->qpos, m->nq);
  for (int i = 0; i < m->nv; i++) {
    unit[i] = 1;
    mj_integratePos(m, d->qpos, unit, f->eps);
    evaluate(f, mjSTAGE_NONE);
    mju_copy(d->qpos, qpos, m->nq);
    store(f, r, i);
    unit[i] = 0;
  }
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
  if (m->opt.integrator == mjINT_RK4) {
    mju_error("mjd_inverseFD: the RK4 integrator is not supported");
    return;
  }
  if (m->opt.noslip_iterations) {
    mju_error("mjd_inverseFD: noslip has no inverse; noslip_iterations must be 0");
    return;
  }
  mj_markStack(d);
  fd f = {.m = m, .d = d, .eps = eps, .actuation = flg_actuation, .sensing = DsDq || DsDv || DsDa};
  f.force = mj_stackAllocNum(d, m->nv);
  f.sensor = mj_stackAllocNum(d, m->nsensordata);
  f.inertia = mj_stackAllocNum(d, m->nM);

  evaluate(&f, mjSTAGE_NONE);
  mju_copy(f.force, d->qfrc_inverse, m->nv);
  mju_copy(f.sensor, d->sensordata, m->nsensordata);
  mju_copy(f.inertia, d->qM, m->nM);

  coordinates(&f, d->qacc, mjSTAGE_VEL, &(rows){DfDa, DsDa, NULL});
  coordinates(&f, d->qvel, mjSTAGE_POS, &(rows){DfDv, DsDv, NULL});
  positions(&f, &(rows){DfDq, DsDq, DmDq});
  mj_freeStack(d);
}
