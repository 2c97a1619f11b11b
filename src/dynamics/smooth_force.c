#include "dynamics/smooth_force.h"

#include <engine/model.h>

#include "base/platform/compiler.h"
#include "dynamics/wrench.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"
#include "model/sleep.h"

static int is_loaded(const mjData* d, int b) { return !vec_is_zero(d->xfrc_applied + 6 * b, 6); }

// xfrc_applied of body b (force and torque at its centre of mass) as a wrench about the tree's
// centre.
static void applied_wrench(const mjModel* m, const mjData* d, mjtNum wrench[6], int b) {
  const mjtNum* f = d->xfrc_applied + 6 * b;
  wrench_at(m, d, wrench, f, f + 3, (body_point){b, d->xipos + 3 * b});
}

static void add_along_chains(const mjModel* m, mjData* d, mjtNum* qfrc, int first, int end) {
  for (int b = first; b < end; b++) {
    mjtNum wrench[6];
    if (!is_loaded(d, b)) continue;
    applied_wrench(m, d, wrench, b);
    add_wrench(m, d, qfrc, wrench, 1, b);
  }
}

// qfrc += forces applied to bodies: per loaded body along its chain if there are few of them, else
// in one pass over the trees.
NOT_INLINED static void add_applied_forces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  long steps = 0;
  FOR_AWAKE(w, m, d) {
    for (int b = w.at.body; b < w.at.bodyend; b++) {
      if (is_loaded(d, b)) steps += chain_of_body(m, b).n;
    }
  }
  if (steps < m->nv + m->nbody) {
    FOR_AWAKE(w, m, d) add_along_chains(m, d, qfrc, w.at.body, w.at.bodyend);
    return;
  }
  mj_markStack(d);
  mjtNum* wrenches = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  FOR_AWAKE(w, m, d) {
    for (int b = w.at.body; b < w.at.bodyend; b++) applied_wrench(m, d, wrenches + 6 * b, b);
  }
  project_wrenches(m, d, wrenches, qfrc);
  mj_freeStack(d);
}

static void sum_forces(mjData* d, int first, int n) {
  const mjtNum *passive = d->qfrc_passive + first, *bias = d->qfrc_bias + first;
  const mjtNum *applied = d->qfrc_applied + first, *actuator = d->qfrc_actuator + first;
  mjtNum* smooth = d->qfrc_smooth + first;
#define TERM(at, all) at(passive) - at(bias) + at(applied) + at(actuator)
  VEC_MAP(smooth, n, TERM);
#undef TERM
}

// Sleeping bodies have no applied forces, since these would have woken them.
void smooth_force(const mjModel* m, mjData* d) {
  int loaded = 0;
  FOR_AWAKE(w, m, d) {
    sum_forces(d, w.at.dof, w.at.dofend - w.at.dof);
    loaded |= !vec_is_zero(d->xfrc_applied + 6 * w.at.body, 6 * (w.at.bodyend - w.at.body));
  }
  if (loaded) add_applied_forces(m, d, d->qfrc_smooth);
}
