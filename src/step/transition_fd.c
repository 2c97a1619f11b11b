// Derivatives of the transition (state, control) -> (next state, sensors) by finite differences.
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/hard.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "base/need.h"
#include "math/dense.h"
#include "model/sleep.h"
#include "step/advance.h"
#include "step/columns.h"

// The point of differentiation, and the results of a step from it.
typedef struct {
  const mjModel* m;
  mjtNum eps;
  int centered, sensing;
  int warm;        // whether a step begins at the acceleration of the one before
  mjtNum* start;   // parts of the state that a perturbed step may change and that are restored
  mjtNum* next;    // qpos, qvel, act after a step
  mjtNum* sensor;  // sensordata of a step
  uintptr_t pool;  // of threads; 0: none
  mjtNum *A, *B, *C, *D;  // out
} transition_differences;

// Work memory for a column: data to step in, and results of two perturbed steps.
typedef struct {
  const transition_differences* f;
  mjData* d;
  mjtNum *next_plus, *next_minus, *sensor_plus, *sensor_minus;
  mjtNum *dx, *ds;
} nudge;

// One step as mj_step does it, without the stages up to skipstage.
static void step_skip(const transition_differences* f, mjData* d, int skipstage) {
  const mjModel* m = f->m;
  int midpoint = m->opt.integrator == engINT_MIDPOINT;
  if (midpoint) skipstage = mjSTAGE_NONE;  // its forces are computed at other positions
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  advance_to_middle(m, d);
  mj_forwardSkip(m, d, skipstage, !f->sensing);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV)) mj_compareFwdInv(m, d);
  if (m->opt.integrator == mjINT_EULER) {
    advance_euler(m, d, skipstage >= mjSTAGE_POS);
  } else if (midpoint) {
    advance_midpoint(m, d);
  } else {
    advance_implicit(m, d, skipstage >= mjSTAGE_VEL);
  }
}

// Keep the start, or restore it: what mj_setState does in three times the instructions, 3 % of
// those of a step of an arm.
static void copy_start(const transition_differences* f, mjData* d, int restore) {
  const mjModel* m = f->m;
  const struct {
    mjtNum* part;
    int n;
  } list[] = {{&d->time, 1},
              {d->qpos, m->nq},
              {d->qvel, m->nv},
              {d->act, m->na},
              {d->ctrl, m->nu},
              {d->plugin_state, m->npluginstate},
              {d->qacc_warmstart, f->warm ? m->nv : 0}};
  mjtNum* at = f->start;
  for (size_t i = 0; i < sizeof list / sizeof *list; at += list[i++].n) {
    vec_copy(restore ? list[i].part : at, restore ? at : list[i].part, list[i].n);
  }
}

static size_t start_size(const mjModel* m) {
  return 1 + (size_t)m->nq + 2 * (size_t)m->nv + (size_t)m->na + (size_t)m->nu +
         (size_t)m->npluginstate;
}

// Step from the present state, store the result, and restore the start.
static void probe(const transition_differences* f, mjData* d, int skipstage, mjtNum* next,
                  mjtNum* sensor) {
  const mjModel* m = f->m;
  step_skip(f, d, skipstage);
  mju_copy(next, d->qpos, m->nq);
  mju_copy(next + m->nq, d->qvel, m->nv);
  mju_copy(next + m->nq + m->nv, d->act, m->na);
  if (f->sensing) mju_copy(sensor, d->sensordata, m->nsensordata);
  copy_start(f, d, 1);
  if (sleep_enabled(m)) sleep_reset(m, d);
}

// The results of a step: state and sensors.
typedef struct {
  const mjtNum *next, *sensor;
} outcome;

// x->dx, x->ds = (plus - minus) / h in the tangent space.
static void difference(const nudge* x, outcome minus, outcome plus, mjtNum h) {
  const transition_differences* f = x->f;
  const mjModel* m = f->m;
  mjtNum scale = 1 / h;
  int nq = m->nq, nv = m->nv;
  if (nq == nv) {
    for (int i = 0; i < nv; i++) x->dx[i] = scale * (plus.next[i] - minus.next[i]);
  } else {
    mj_differentiatePos(m, x->dx, h, minus.next, plus.next);
  }
  for (int i = 0; i < nv + m->na; i++) {
    x->dx[nv + i] = scale * (plus.next[nq + i] - minus.next[nq + i]);
  }
  for (int i = 0; f->sensing && i < m->nsensordata; i++) {
    x->ds[i] = scale * (plus.sensor[i] - minus.sensor[i]);
  }
}

// The difference quotient, central or one-sided, from the perturbed steps that were possible.
static void quotient(const nudge* x, int forward, int backward) {
  const transition_differences* f = x->f;
  outcome plus = {x->next_plus, x->sensor_plus}, minus = {x->next_minus, x->sensor_minus};
  outcome here = {f->next, f->sensor};
  if (forward && backward) {
    difference(x, minus, plus, 2 * f->eps);
  } else if (forward) {
    difference(x, here, plus, f->eps);
  } else if (backward) {
    difference(x, minus, here, f->eps);
  } else {
    mju_zero(x->dx, 2 * f->m->nv + f->m->na);
    mju_zero(x->ds, f->m->nsensordata);
  }
}

static void store_column(mjtNum* matrix, const mjtNum* column, int index, int rows, int columns) {
  if (!matrix) return;
  for (int i = 0; i < rows; i++) matrix[i * columns + index] = column[i];
}

static int in_range(const mjtNum range[2], mjtNum x) { return range[0] <= x && x <= range[1]; }

// Whether control i may be changed by delta without leaving its range.
static int may_nudge(const nudge* x, int i, mjtNum delta) {
  const mjModel* m = x->f->m;
  const mjtNum* range = m->actuator_ctrlrange + 2 * i;
  mjtNum u = x->d->ctrl[i];
  return !m->actuator_ctrllimited[i] || (in_range(range, u) && in_range(range, u + delta));
}

static void by_control(const nudge* x, int i) {
  const transition_differences* f = x->f;
  const mjModel* m = f->m;
  mjtNum* ctrl = x->d->ctrl;
  int forward = may_nudge(x, i, f->eps);
  int backward = (f->centered || !forward) && may_nudge(x, i, -f->eps);
  if (forward) {
    ctrl[i] += f->eps;
    probe(f, x->d, mjSTAGE_VEL, x->next_plus, x->sensor_plus);
  }
  if (backward) {
    ctrl[i] -= f->eps;
    probe(f, x->d, mjSTAGE_VEL, x->next_minus, x->sensor_minus);
  }
  quotient(x, forward, backward);
  store_column(f->B, x->dx, i, 2 * m->nv + m->na, m->nu);
  store_column(f->D, x->ds, i, m->nsensordata, m->nu);
}

static void store_state_column(const nudge* x, int column) {
  const transition_differences* f = x->f;
  int ndx = 2 * f->m->nv + f->m->na;
  quotient(x, 1, f->centered);
  store_column(f->A, x->dx, column, ndx, ndx);
  store_column(f->C, x->ds, column, f->m->nsensordata, ndx);
}

// By a plain coordinate, which is column `column`.
static void by_coordinate(const nudge* x, mjtNum* coordinate, int column, int skipstage) {
  const transition_differences* f = x->f;
  *coordinate += f->eps;
  probe(f, x->d, skipstage, x->next_plus, x->sensor_plus);
  if (f->centered) {
    *coordinate -= f->eps;
    probe(f, x->d, skipstage, x->next_minus, x->sensor_minus);
  }
  store_state_column(x, column);
}

static void by_position(const nudge* x, int i) {
  const transition_differences* f = x->f;
  const mjModel* m = f->m;
  mjData* d = x->d;
  mj_markStack(d);
  mjtNum* unit = mj_stackAllocNum(d, m->nv);
  mju_zero(unit, m->nv);
  unit[i] = 1;
  mj_integratePos(m, d->qpos, unit, f->eps);
  probe(f, d, mjSTAGE_NONE, x->next_plus, x->sensor_plus);
  if (f->centered) {
    mj_integratePos(m, d->qpos, unit, -f->eps);
    probe(f, d, mjSTAGE_NONE, x->next_minus, x->sensor_minus);
  }
  mj_freeStack(d);
  store_state_column(x, i);
}

// Columns are ordered such that stages can be skipped: controls and activations affect neither
// positions nor velocities, velocities do not affect positions.
static void find_column(const void* context, mjData* d, int i) {
  const transition_differences* f = context;
  const mjModel* m = f->m;
  int nx = m->nq + m->nv + m->na, ns = m->nsensordata, nu = f->B || f->D ? m->nu : 0;
  mj_markStack(d);
  mjtNum* room = mj_stackAllocNum(d, 3 * (size_t)(nx + ns) + 1);
  nudge x = {f, d, room, room + nx, room + 2 * nx, room + 2 * nx + ns, NULL, NULL};
  x.dx = x.sensor_minus + ns;
  x.ds = x.dx + nx;
  if (i < nu) {
    by_control(&x, i);
  } else if ((i -= nu) < m->na) {
    by_coordinate(&x, d->act + i, 2 * m->nv + i, mjSTAGE_VEL);
  } else if ((i -= m->na) < m->nv) {
    by_coordinate(&x, d->qvel + i, m->nv + i, mjSTAGE_POS);
  } else {
    by_position(&x, i - m->nv);
  }
  mj_freeStack(d);
}

static void step_from_start(const void* context, mjData* d) {
  const transition_differences* f = context;
  probe(f, d, mjSTAGE_NONE, f->next, f->sensor);
}

static void find_transition(void* context, mjData* d) {
  transition_differences* f = context;
  const mjModel* m = f->m;
  mj_markStack(d);
  f->start = mj_stackAllocNum(d, start_size(m));
  f->next = mj_stackAllocNum(d, m->nq + m->nv + m->na);
  f->sensor = mj_stackAllocNum(d, m->nsensordata);
  copy_start(f, d, 0);
  int n = (f->B || f->D ? m->nu : 0) + (f->A || f->C ? 2 * m->nv + m->na : 0);
  columns_run(&(column_set){m, (mjThreadPool*)f->pool, n, step_from_start, find_column, f}, d);
  mj_freeStack(d);
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A,
                      mjtNum* B, mjtNum* C, mjtNum* D) {
  NEED(m, d);
  if (m->nhistory) {
    mju_error("mjd_transitionFD: delays are not supported; the model has histories");
    return;
  }
  if (m->opt.integrator == mjINT_DISCRETE) {
    mju_error("mjd_transitionFD: the discrete integrator is not supported");
    return;
  }
  if (m->opt.integrator == mjINT_RK4) {
    mju_error("mjd_transitionFD: the RK4 integrator is not supported");
    return;
  }
  transition_differences f = {.m = m,
                              .eps = eps,
                              .centered = flg_centered,
                              .sensing = C || D,
                              .warm = !mjDISABLED(mjDSBL_WARMSTART),
                              .pool = d->threadpool,
                              .A = A,
                              .B = B,
                              .C = C,
                              .D = D};
  columns_awake(m, d, find_transition, &f);
}
