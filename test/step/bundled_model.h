// The models that come with the library, and random motions of any model.
#pragma once

#include "compile/model_text.h"

static inline mjModel* bundled_model(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/model/%s", SOURCE_ROOT, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) print_error("%s\n", error);
  assert_non_null(m);
  return m;
}

// Data of m with random positions about qpos0 and random velocities, controls and forces.
static inline mjData* random_state(const mjModel* m, mjtNum position, mjtNum velocity) {
  mjData* d = mj_makeData(m);
  mjtNum dq[300];
  assert_true(m->nv <= 300);
  for (int i = 0; i < m->nv; i++) dq[i] = position * draw();
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = velocity * draw();
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = draw();
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = draw();
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5 * draw();
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 * draw();
  return d;
}
