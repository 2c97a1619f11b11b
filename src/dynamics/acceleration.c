// All forces but those of constraints, and the acceleration they alone would give.
#include <engine/dynamics.h>
#include <engine/model.h>

#include "base/need.h"
#include "dynamics/wrench.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

static int is_loaded(const mjData* d, int b) { return !vec_is_zero(d->xfrc_applied + 6 * b, 6); }

// xfrc_applied, (force, torque) at the centre of mass, as a wrench.
static void applied_wrench(const mjModel* m, const mjData* d, mjtNum wrench[6], int b) {
  const mjtNum* f = d->xfrc_applied + 6 * b;
  wrench_at(m, d, wrench, f, f + 3, d->xipos + 3 * b, b);
}

// qfrc += forces applied to bodies: along the chains of the loaded bodies if these are few, else in
// one pass over the trees.
static void add_applied_forces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  if (vec_is_zero(d->xfrc_applied + 6, 6 * (m->nbody - 1))) return;
  long steps = 0;
  for (int b = 1; b < m->nbody; b++) {
    if (is_loaded(d, b)) steps += chain_of_body(m, b).n;
  }
  mjtNum wrench[6];
  if (steps < m->nv + m->nbody) {
    for (int b = 1; b < m->nbody; b++) {
      if (!is_loaded(d, b)) continue;
      applied_wrench(m, d, wrench, b);
      add_wrench(m, d, qfrc, wrench, 1, b);
    }
    return;
  }
  mj_markStack(d);
  mjtNum* wrenches = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  for (int b = 0; b < m->nbody; b++) applied_wrench(m, d, wrenches + 6 * b, b);
  project_wrenches(m, d, wrenches, qfrc);
  mj_freeStack(d);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  NEED(m, d);
  const mjtNum *passive = d->qfrc_passive, *bias = d->qfrc_bias, *applied = d->qfrc_applied;
  const mjtNum* actuator = d->qfrc_actuator;
  mjtNum* smooth = d->qfrc_smooth;
#define TERM(at, all) at(passive) - at(bias) + at(applied) + at(actuator)
  VEC_MAP(smooth, m->nv, TERM);
#undef TERM
  add_applied_forces(m, d, smooth);
  mj_solveM(m, d, d->qacc_smooth, smooth, 1);
}
