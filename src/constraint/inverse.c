// Constraint forces from accelerations, analytically: each row or contact by itself (seed 000,
// section III).

#include "base/need.h"
#include "constraint/operator/jacobian.h"
#include "model/timer.h"

static void invert_rows(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, jar, NULL, 0);
  mj_freeStack(d);
}

void mj_invConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  if (d->nefc) {
    invert_rows(m, d);
  } else {
    vec_zero(d->qfrc_constraint, m->nv);
  }
  timer_count(d, mjTIMER_CONSTRAINT, start);
}
