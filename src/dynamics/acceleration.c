// All forces but those of constraints, and the acceleration they alone would give.
#include <engine/dynamics.h>
#include <engine/model.h>

#include "dynamics/wrench.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

static int is_loaded(const mjData* d, int b) {
  const mjtNum* f = d->xfrc_applied + 6 * b;
  return f[0] != 0 || f[1] != 0 || f[2] != 0 || f[3] != 0 || f[4] != 0 || f[5] != 0;
}

// xfrc_applied, (force, torque) at the centre of mass, as a wrench.
static void applied_wrench(const mjModel* m, const mjData* d, mjtNum wrench[6], int b) {
  const mjtNum* f = d->xfrc_applied + 6 * b;
  wrench_at(m, d, wrench, f, f + 3, d->xipos + 3 * b, b);
}

// qfrc += forces applied to bodies: along the chains of the loaded bodies if these are few, else in
// one pass over the trees.
static void add_applied_forces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  long steps = 0;
  for (int b = 1; b < m->nbody; b++) {
    if (is_loaded(d, b)) steps += chain_of_body(m, b).n;
  }
  if (!steps) return;

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
  for (int i = 0; i < m->nv; i++) {
    d->qfrc_smooth[i] =
        d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
  add_applied_forces(m, d, d->qfrc_smooth);
  mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
}
