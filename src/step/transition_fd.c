// Derivatives of the transition (state, control) -> (next state, sensors) by finite differences.
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "base/need.h"
#include "step/advance.h"

// The point of differentiation, what a step from it returned, and room for two nudged ones.
typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  int centered, sensing;
  unsigned int signature;  // what a nudged step may change of the state and is restored
  mjtNum* start;           // that state
  mjtNum *next, *next_plus, *next_minus;        // qpos, qvel, act after a step
  mjtNum *sensor, *sensor_plus, *sensor_minus;  // sensordata of a step
  mjtNum *dx, *ds;                              // one column of the Jacobians
} fd;

// One step, as mj_step takes it, without the stages up to skipstage.
static void step_skip(const fd* f, int skipstage) {
  const mjModel* m = f->m;
  mjData* d = f->d;
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  mj_forwardSkip(m, d, skipstage, !f->sensing);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV)) mj_compareFwdInv(m, d);
  if (m->opt.integrator == mjINT_EULER) {
    advance_euler(m, d, skipstage >= mjSTAGE_POS);
  } else {
    advance_implicit(m, d, skipstage >= mjSTAGE_VEL);
  }
}

// Step from the state in the data, keep where it leads, and go back to the start.
static void probe(const fd* f, int skipstage, mjtNum* next, mjtNum* sensor) {
  const mjModel* m = f->m;
  mjData* d = f->d;
  step_skip(f, skipstage);
  mju_copy(next, d->qpos, m->nq);
  mju_copy(next + m->nq, d->qvel, m->nv);
  mju_copy(next + m->nq + m->nv, d->act, m->na);
  if (f->sensing) mju_copy(sensor, d->sensordata, m->nsensordata);
  mj_setState(m, d, f->start, f->signature);
}

// f->dx, f->ds = (plus - minus) / h in the tangent space.
static void difference(const fd* f, const mjtNum* next_minus, const mjtNum* next_plus,
                       const mjtNum* sensor_minus, const mjtNum* sensor_plus, mjtNum h) {
  const mjModel* m = f->m;
  mjtNum scale = 1 / h;
  int nq = m->nq, nv = m->nv;
  if (nq == nv) {
    for (int i = 0; i < nv; i++) f->dx[i] = scale * (next_plus[i] - next_minus[i]);
  } else {
    mj_differentiatePos(m, f->dx, h, next_minus, next_plus);
  }
  for (int i = 0; i < nv + m->na; i++) {
    f->dx[nv + i] = scale * (next_plus[nq + i] - next_minus[nq + i]);
  }
  for (int i = 0; f->sensing && i < m->nsensordata; i++) {
    f->ds[i] = scale * (sensor_plus[i] - sensor_minus[i]);
  }
}

// The difference quotient out of the nudged steps that were possible.
static void quotient(const fd* f, int forward, int backward) {
  if (forward && backward) {
    difference(f, f->next_minus, f->next_plus, f->sensor_minus, f->sensor_plus, 2 * f->eps);
  } else if (forward) {
    difference(f, f->next, f->next_plus, f->sensor, f->sensor_plus, f->eps);
  } else if (backward) {
    difference(f, f->next_minus, f->next, f->sensor_minus, f->sensor, f->eps);
  } else {
    mju_zero(f->dx, 2 * f->m->nv + f->m->na);
    mju_zero(f->ds, f->m->nsensordata);
  }
}

static void store_column(mjtNum* matrix, const mjtNum* column, int index, int rows, int columns) {
  if (!matrix) return;
  for (int i = 0; i < rows; i++) matrix[i * columns + index] = column[i];
}

static int in_range(const mjtNum range[2], mjtNum x) { return range[0] <= x && x <= range[1]; }

// May control i be nudged from its value by delta without leaving its limits?
static int may_nudge(const fd* f, int i, mjtNum delta) {
  const mjModel* m = f->m;
  const mjtNum* range = m->actuator_ctrlrange + 2 * i;
  mjtNum u = f->d->ctrl[i];
  return !m->actuator_ctrllimited[i] || (in_range(range, u) && in_range(range, u + delta));
}

static void controls(const fd* f, mjtNum* B, mjtNum* D) {
  const mjModel* m = f->m;
  mjtNum* ctrl = f->d->ctrl;
  int ndx = 2 * m->nv + m->na;
  for (int i = 0; i < m->nu; i++) {
    int forward = may_nudge(f, i, f->eps);
    int backward = (f->centered || !forward) && may_nudge(f, i, -f->eps);
    if (forward) {
      ctrl[i] += f->eps;
      probe(f, mjSTAGE_VEL, f->next_plus, f->sensor_plus);
    }
    if (backward) {
      ctrl[i] -= f->eps;
      probe(f, mjSTAGE_VEL, f->next_minus, f->sensor_minus);
    }
    quotient(f, forward, backward);
    store_column(B, f->dx, i, ndx, m->nu);
    store_column(D, f->ds, i, m->nsensordata, m->nu);
  }
}

// Columns of A and C of n plain coordinates x, which come at offset of the tangent space.
static void coordinates(const fd* f, mjtNum* x, int n, int offset, int skipstage, mjtNum* A,
                        mjtNum* C) {
  const mjModel* m = f->m;
  int ndx = 2 * m->nv + m->na;
  for (int i = 0; i < n; i++) {
    x[i] += f->eps;
    probe(f, skipstage, f->next_plus, f->sensor_plus);
    if (f->centered) {
      x[i] -= f->eps;
      probe(f, skipstage, f->next_minus, f->sensor_minus);
    }
    quotient(f, 1, f->centered);
    store_column(A, f->dx, offset + i, ndx, ndx);
    store_column(C, f->ds, offset + i, m->nsensordata, ndx);
  }
}

static void positions(const fd* f, mjtNum* A, mjtNum* C) {
  const mjModel* m = f->m;
  int ndx = 2 * m->nv + m->na;
  mj_markStack(f->d);
  mjtNum* unit = mj_stackAllocNum(f->d, m->nv);
  mju_zero(unit, m->nv);
  for (int i = 0; i < m->nv; i++) {
    unit[i] = 1;
    mj_integratePos(m, f->d->qpos, unit, f->eps);
    probe(f, mjSTAGE_NONE, f->next_plus, f->sensor_plus);
    if (f->centered) {
      mj_integratePos(m, f->d->qpos, unit, -f->eps);
      probe(f, mjSTAGE_NONE, f->next_minus, f->sensor_minus);
    }
    quotient(f, 1, f->centered);
    store_column(A, f->dx, i, ndx, ndx);
    store_column(C, f->ds, i, m->nsensordata, ndx);
    unit[i] = 0;
  }
  mj_freeStack(f->d);
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A,
                      mjtNum* B, mjtNum* C, mjtNum* D) {
  NEED(m, d);
  if (m->nhistory) {
    mju_error("mjd_transitionFD: delays are not supported; the model has histories");
    return;
  }
  if (m->opt.integrator == mjINT_RK4) {
    mju_error("mjd_transitionFD: the RK4 integrator is not supported");
    return;
  }
  mj_markStack(d);
  int nx = m->nq + m->nv + m->na;
  fd f = {.m = m, .d = d, .eps = eps, .centered = flg_centered, .sensing = C || D};
  f.signature = mjSTATE_FULLPHYSICS | mjSTATE_CTRL;
  if (!mjDISABLED(mjDSBL_WARMSTART)) f.signature |= mjSTATE_WARMSTART;
  f.start = mj_stackAllocNum(d, mj_stateSize(m, f.signature));
  f.next = mj_stackAllocNum(d, nx);
  f.next_plus = mj_stackAllocNum(d, nx);
  f.next_minus = mj_stackAllocNum(d, nx);
  f.sensor = mj_stackAllocNum(d, m->nsensordata);
  f.sensor_plus = mj_stackAllocNum(d, m->nsensordata);
  f.sensor_minus = mj_stackAllocNum(d, m->nsensordata);
  f.dx = mj_stackAllocNum(d, 2 * m->nv + m->na);
  f.ds = mj_stackAllocNum(d, m->nsensordata);
  mj_getState(m, d, f.start, f.signature);

  // in the order of what can be reused from one to the next: controls change neither positions
  // nor velocities, velocities no positions
  probe(&f, mjSTAGE_NONE, f.next, f.sensor);
  if (B || D) controls(&f, B, D);
  if (A || C) {
    coordinates(&f, d->act, m->na, 2 * m->nv, mjSTAGE_VEL, A, C);
    coordinates(&f, d->qvel, m->nv, m->nv, mjSTAGE_POS, A, C);
    positions(&f, A, C);
  }
  mj_freeStack(d);
}
