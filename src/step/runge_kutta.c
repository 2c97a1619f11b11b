// The classical fourth-order Runge-Kutta method on the tangent space of positions.
#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "math/dense.h"
#include "step/advance.h"

enum { STAGES = 4 };

// Row i of the tableau weighs the rates of the stages before stage i + 1; the last row, of the
// result, weighs them all.
static const mjtNum weight[STAGES][STAGES] = {
    {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

// Rates of change at each stage: velocities, accelerations, activation rates.
typedef struct {
  mjtNum *vel[STAGES], *acc[STAGES], *act_dot[STAGES];
} rates;

static void weighted_sum(mjtNum* sum, mjtNum* const x[STAGES], const mjtNum w[STAGES], int stages,
                         int n) {
  mju_zero(sum, n);
  for (int i = 0; i < stages; i++) vec_axpy(sum, w[i], x[i], n);
}

static void record(const mjModel* m, const mjData* d, rates* r, int stage) {
  mju_copy(r->vel[stage], d->qvel, m->nv);
  mju_copy(r->acc[stage], d->qacc, m->nv);
  mju_copy(r->act_dot[stage], d->act_dot, m->na);
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  if (N != STAGES) {
    mju_error("mj_RungeKutta: the order must be 4, not %d", N);
    return;
  }
  mj_markStack(d);
  rates r;
  for (int i = 0; i < STAGES; i++) {
    r.vel[i] = mj_stackAllocNum(d, m->nv);
    r.acc[i] = mj_stackAllocNum(d, m->nv);
    r.act_dot[i] = mj_stackAllocNum(d, m->na);
  }
  mjtNum* qpos = mj_stackAllocNum(d, m->nq);
  mjtNum* qvel = mj_stackAllocNum(d, m->nv);
  mjtNum* act = mj_stackAllocNum(d, m->na);
  mjtNum* vel = mj_stackAllocNum(d, m->nv);
  mjtNum* acc = mj_stackAllocNum(d, m->nv);
  mjtNum* act_dot = mj_stackAllocNum(d, m->na);

  mjtNum h = m->opt.timestep, time = d->time;
  mju_copy(qpos, d->qpos, m->nq);
  mju_copy(qvel, d->qvel, m->nv);
  mju_copy(act, d->act, m->na);
  record(m, d, &r, 0);

  for (int i = 0; i < STAGES - 1; i++) {
    const mjtNum* w = weight[i];
    weighted_sum(vel, r.vel, w, i + 1, m->nv);
    weighted_sum(acc, r.acc, w, i + 1, m->nv);
    weighted_sum(act_dot, r.act_dot, w, i + 1, m->na);
    mju_copy(d->qpos, qpos, m->nq);
    mj_integratePos(m, d->qpos, vel, h);
    for (int k = 0; k < m->nv; k++) d->qvel[k] = qvel[k] + h * acc[k];
    for (int k = 0; k < m->na; k++) d->act[k] = act[k] + h * act_dot[k];
    d->time = time + h * w[i];
    mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
    record(m, d, &r, i + 1);
  }

  const mjtNum* w = weight[STAGES - 1];
  weighted_sum(vel, r.vel, w, STAGES, m->nv);
  weighted_sum(acc, r.acc, w, STAGES, m->nv);
  weighted_sum(act_dot, r.act_dot, w, STAGES, m->na);
  d->time = time;
  mju_copy(d->qpos, qpos, m->nq);
  mju_copy(d->qvel, qvel, m->nv);
  mju_copy(d->act, act, m->na);
  advance_state(m, d, act_dot, acc, vel);
  mj_freeStack(d);
}
