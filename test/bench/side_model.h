// The model and data of one engine, for modules that are compiled for each (two_sides.h).
#pragma once

#include <mujoco/mujoco.h>

static mjModel* m;
static mjData* d;

// Load the model and make so many steps; 0: it was not read, `error` says why.
static int load_model(const char* path, int nstep, char* error, int size) {
  m = mj_loadXML(path, NULL, error, size);
  if (!m) return 0;
  d = mj_makeData(m);
  for (int i = 0; i < nstep; i++) mj_step(m, d);
  return 1;
}

static void drop_model(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}
