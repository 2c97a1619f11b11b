// The classical fourth-order Runge-Kutta method on the tangent space of positions.
#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "kinematics/configuration.h"
#include "math/dense.h"
#include "model/data.h"
#include "model/sleep.h"
#include "step/advance.h"

enum { STAGES = 4 };

// Row i holds the weights of the rates of all stages so far for stage i + 1; the last row those for
// the result.
static const mjtNum weight[STAGES][STAGES] = {
    {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

// Rates of change, 2 nv + na numbers per stage: velocities, accelerations, activation rates.
static void record(const mjModel* m, const mjData* d, mjtNum* rate) {
  vec_copy(rate, d->qvel, m->nv);
  vec_copy(rate + m->nv, d->qacc, m->nv);
  vec_copy(rate + 2 * m->nv, d->act_dot, m->na);
  for (int i = 0; some_asleep(m, d) && i < m->nv; i++) {
    if (body_sleeps(d, m->dof_bodyid[i])) rate[i] = rate[m->nv + i] = 0;
  }
}

// sum = weighted sum of the first `stages` rows of n numbers.
static void weighted_sum(mjtNum* sum, const mjtNum* rate, const mjtNum w[STAGES], int stages,
                         int n) {
  vec_scale(sum, rate, w[0], n);
  for (int i = 1; i < stages; i++) {
    if (w[i] != 0) vec_axpy(sum, w[i], rate + (size_t)i * n, n);
  }
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  NEED_PAIR(m, d);
  if (N != STAGES) {
    mju_error("mj_RungeKutta: the order must be 4, not %d", N);
    return;
  }
  int nq = m->nq, nv = m->nv, na = m->na, n = 2 * nv + na;
  mj_markStack(d);
  size_t size = (STAGES + 1) * (size_t)n + nq + nv + na;
  mjtNum* rate = mj_stackAllocNum(d, size ? size : 1);
  mjtNum* sum = rate + STAGES * (size_t)n;
  mjtNum *vel = sum, *acc = sum + nv, *act_dot = acc + nv;
  mjtNum *qpos = sum + n, *qvel = qpos + nq, *act = qvel + nv;

  mjtNum h = m->opt.timestep, time = d->time;
  vec_copy(qpos, d->qpos, nq);
  vec_copy(qvel, d->qvel, nv);
  vec_copy(act, d->act, na);
  record(m, d, rate);

  for (int i = 0; i < STAGES - 1; i++) {
    const mjtNum* w = weight[i];
    weighted_sum(sum, rate, w, i + 1, n);
    vec_copy(d->qpos, qpos, nq);
    FOR_AWAKE(at, m, d) integrate_joints(m, d->qpos, vel, h, at.at.jnt, at.at.jntend);
    vec_add_scaled(d->qvel, qvel, h, acc, nv);
    vec_add_scaled(d->act, act, h, act_dot, na);
    d->time = time + h * w[i];
    mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
    record(m, d, rate + (size_t)(i + 1) * n);
  }

  weighted_sum(sum, rate, weight[STAGES - 1], STAGES, n);
  d->time = time;
  vec_copy(d->qpos, qpos, nq);
  vec_copy(d->qvel, qvel, nv);
  vec_copy(d->act, act, na);
  advance_state(m, d, act_dot, acc, vel);
  mj_freeStack(d);
}
