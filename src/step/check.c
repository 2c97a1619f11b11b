// Invalid numbers in the state: a warning, and a reset unless it is disabled.
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "math/real.h"
#include "model/data.h"
#include "model/sleep.h"

// Index of the first invalid one of n numbers, or -1.
static int first_bad(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (real_is_bad(x[i])) return i;
  }
  return -1;
}

// The same for numbers of awake dofs.
static int first_bad_awake(const mjModel* m, const mjData* d, const mjtNum* x) {
  FOR_AWAKE(w, m, d) {
    int bad = first_bad(x + w.at.dof, w.at.dofend - w.at.dof);
    if (bad >= 0) return w.at.dof + bad;
  }
  return -1;
}

// Warn about an invalid number at `index`; returns whether the data were reset.  A reset clears the
// record of warnings, so the warning is recorded again afterwards.  The caller's stack frames are
// kept, since later allocations would otherwise overwrite them.
static int report_bad(const mjModel* m, mjData* d, mjtWarning warning, int index) {
  int reset = !mjDISABLED(mjDSBL_AUTORESET);
  mj_warning(d, warning, index);
  if (reset) data_reset(m, d);
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
