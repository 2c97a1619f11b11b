// mj_fwdAcceleration: the acceleration without constraint forces.
#include <engine/dynamics.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "constraint/operator/inertia.h"
#include "dynamics/inertia.h"
#include "dynamics/smooth_force.h"
#include "math/dense.h"

// With the integrator "discrete": against its matrix.
NOT_INLINED static void solve_metric(const mjModel* m, mjData* d) {
  mj_markStack(d);
  metric g = metric_make(m, d);
  problem p = {.nv = m->nv, .pattern = g.pattern, .M = g.M};
  inertia_factor(d, &p, g.coupled);
  vec_copy(d->qacc_smooth, g.force, m->nv);
  inertia_solve(&p, d->qacc_smooth);
  mj_freeStack(d);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  NEED(m, d);
  smooth_force(m, d);
  if (is_discrete(m)) {
    solve_metric(m, d);
  } else {
    solve_awake(m, d, d->qacc_smooth, d->qfrc_smooth);
  }
}
