// One engine for bench_step, through the API only.  Compiled against our headers and, where there
// is one, against those of the peer, whose structs are laid out differently: so each has a library
// of its own that hides them.
#include <mujoco/mujoco.h>

#include <stdlib.h>
#include <string.h>

#include "drive.h"
#include "step_side.h"
#include "two_sides.h"

static mjModel* m;
static mjData* d;
static int step;

static int side_load(const char* path, char* error, int size) {
  m = mj_loadXML(path, NULL, error, size);
  if (!m) return 0;
  d = mj_makeData(m);
  step = 0;
  return 1;
}

static void side_drop(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Reading this clock takes as long as a step of a small model: it is read once a slice, and the
// controls are made before.
static slice side_run(int nstep, int period) {
  slice s = {0};
  if (step >= period) step = 0;
  if (step == 0 && m->nkey) mj_resetDataKeyframe(m, d, 0);
  if (step == 0 && !m->nkey) mj_resetData(m, d);
  size_t nu = (size_t)m->nu;
  mjtNum* ctrl = malloc(sizeof(mjtNum) * (nu * (size_t)nstep + 1));
  for (int i = 0; i < nstep; i++) plan_controls(m, ctrl + nu * (size_t)i, step++);
  double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < nstep; i++) {
    memcpy(d->ctrl, ctrl + nu * (size_t)i, sizeof(mjtNum) * nu);
    mj_step(m, d);
    s.contacts += d->ncon;
    s.rows += d->nefc;
  }
  s.seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
  free(ctrl);
  s.nv = m->nv;
  return s;
}

__attribute__((visibility("default"))) const side* step_side(void) {
  static const side it = {side_load, side_drop, side_run};
  return &it;
}
