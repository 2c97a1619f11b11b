// Bad numbers in the state: warned about, and the simulation restarted unless that is disabled.
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "math/real.h"
#include "model/sleep.h"

// The first bad number of n, or -1.
static int first_bad(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (real_is_bad(x[i])) return i;
  }
  return -1;
}

// The same of the dofs that are awake.
static int first_bad_awake(const mjModel* m, const mjData* d, const mjtNum* x) {
  FOR_AWAKE(w, m, d) {
    int bad = first_bad(x + w.at.dof, w.at.dofend - w.at.dof);
    if (bad >= 0) return w.at.dof + bad;
  }
  return -1;
}

// Warn about a bad number at index; returns whether the data were reset.  The warning is recorded
// again after the reset, which clears the record, so that a user can still see why it happened.
// What callers have on the stack stays: the reset would let later allocations run over it.
static int report_bad(const mjModel* m, mjData* d, mjtWarning warning, int index) {
  int reset = !mjDISABLED(mjDSBL_AUTORESET);
  mj_warning(d, warning, index);
  if (reset) {
    size_t pstack = d->pstack, pbase = d->pbase;
    mj_resetData(m, d);
    d->pstack = pstack;
    d->pbase = pbase;
  }
  d->warning[warning].number++;
  d->warning[warning].lastinfo = index;
  return reset;
}

void mj_checkPos(const mjModel* m, mjData* d) {
  NEED(m, d);
  int bad = first_bad(d->qpos, m->nq);
  if (bad >= 0) report_bad(m, d, mjWARN_BADQPOS, bad);
}

void mj_checkVel(const mjModel* m, mjData* d) {
  NEED(m, d);
  int bad = first_bad_awake(m, d, d->qvel);
  if (bad >= 0) report_bad(m, d, mjWARN_BADQVEL, bad);
}

void mj_checkAcc(const mjModel* m, mjData* d) {
  NEED(m, d);
  int bad = first_bad_awake(m, d, d->qacc);
  if (bad >= 0 && report_bad(m, d, mjWARN_BADQACC, bad)) mj_forward(m, d);
}
