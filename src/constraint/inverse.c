// Constraint forces for given accelerations, in closed form: each row or contact separately
// (doc/theory.md).

#include <engine/hard.h>

#include "base/need.h"
#include "constraint/hard/method.h"
#include "constraint/hard/solve.h"
#include "constraint/inverse.h"
#include "constraint/operator/jacobian.h"
#include "constraint/rows.h"
#include "model/stack.h"
#include "model/timer.h"

static void invert(const mjModel* m, mjData* d, int cones) {
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, jar, NULL, cones);
  mj_freeStack(d);
}

static void invert_rows(const mjModel* m, mjData* d) { invert(m, d, 0); }
static void invert_rows_and_cones(const mjModel* m, mjData* d) { invert(m, d, 1); }

// Hard contact is not invertible, except for the barrier model, which is formulated in discrete
// time.
static void invert_hard(const mjModel* m, mjData* d, const hard_method* hard) {
  if (hard->number != engSOL_BARRIER) {
    mju_error(
        "inverse dynamics: solver %s of hard contact has no inverse; use solver barrier or a "
        "soft one",
        hard->name);
  } else if (!mjENABLED(mjENBL_INVDISCRETE)) {
    mju_error(
        "inverse dynamics: solver barrier has an inverse in discrete time only; set the flag "
        "invdiscrete");
  } else {
    hard_inverse(m, d);
  }
}

static void invert_constraint(const mjModel* m, mjData* d,
                              void (*rows)(const mjModel* m, mjData* d)) {
  mjtNum start = timer_now();
  const hard_method* hard = hard_method_of(m->opt.solver);
  if (d->nefc && hard) {
    invert_hard(m, d, hard);
  } else if (!d->nefc) {
    vec_zero(d->qfrc_constraint, m->nv);
  } else if (!stack_try_stage(m, d, rows)) {
    rows_give_up(d);
    vec_zero(d->qfrc_constraint, m->nv);
  }
  timer_count(d, mjTIMER_CONSTRAINT, start);
}

void mj_invConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  invert_constraint(m, d, invert_rows);
}

void inverse_constraint_with_cones(const mjModel* m, mjData* d) {
  invert_constraint(m, d, invert_rows_and_cones);
}
