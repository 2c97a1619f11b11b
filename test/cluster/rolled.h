// Rollouts to compare: by one process, and by a cluster.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/engine.h>

enum { ROLLS = 23, ROLL_STEPS = 40 };

typedef struct {
  mjModel* m;
  mjData* d[1];
  engRollout r;
  engDeal deal;
  mjtNum* block;
  size_t bytes;  // of what comes out: states, sensors
  int nvalid[ROLLS], value;
} rolled;

// From other heights with other controls each; one meets numbers that are none.
static inline rolled roll_watched(const char* file, engCluster* c, int chunk,
                                  void (*progress)(void*, int, int), void* argument) {
  rolled a = {.deal = {.chunk = chunk, .progress = progress, .argument = argument}};
  char error[1000] = "", path[500];
  snprintf(path, sizeof path, "%s/model/%s", SOURCE_ROOT, file);
  a.m = mj_loadXML(path, NULL, error, sizeof error);
  if (!a.m) {
    fprintf(stderr, "%s\n", error);
    abort();
  }
  a.d[0] = mj_makeData(a.m);
  size_t nstate = (size_t)mj_stateSize(a.m, mjSTATE_FULLPHYSICS), nu = (size_t)a.m->nu;
  size_t rows = ROLLS * ROLL_STEPS, nsensor = (size_t)a.m->nsensordata;
  a.bytes = rows * (nstate + nsensor) * sizeof(mjtNum);
  a.block = calloc(rows * (nstate + nsensor + nu) + ROLLS * nstate, sizeof(mjtNum));
  mjtNum* control = a.block + rows * (nstate + nsensor);
  mjtNum* initial = control + rows * nu;
  for (int k = 0; k < ROLLS; k++) {
    mj_resetData(a.m, a.d[0]);
    a.d[0]->qpos[a.m->nq > 2 ? 2 : 0] += 0.01 * k;
    a.d[0]->qvel[0] = k == 7 ? 1e11 : 0.1 * k;
    mj_getState(a.m, a.d[0], initial + (size_t)k * nstate, mjSTATE_FULLPHYSICS);
  }
  for (size_t i = 0; i < rows * nu; i++) control[i] = 0.3 * mju_Halton((int)i + 1, 2);
  a.r = (engRollout){.nrollout = ROLLS,
                     .nstep = ROLL_STEPS,
                     .state_sig = mjSTATE_FULLPHYSICS,
                     .control_sig = mjSTATE_CTRL,
                     .initial = initial,
                     .control = control,
                     .state = a.block,
                     .sensor = a.block + rows * nstate,
                     .nvalid = a.nvalid};
  a.value = c ? eng_rolloutDistributed(a.m, a.d, 1, NULL, &a.r, c, &a.deal)
              : eng_rollout(a.m, a.d, 1, NULL, &a.r);
  return a;
}

static inline rolled roll(const char* file, engCluster* c, int chunk) {
  return roll_watched(file, c, chunk, NULL, NULL);
}

static inline int same(const rolled* a, const rolled* b) {
  return a->bytes == b->bytes && !memcmp(a->block, b->block, a->bytes) &&
         !memcmp(a->nvalid, b->nvalid, sizeof a->nvalid) && a->value == b->value;
}

#define assert_same(a, b) assert_true(same(a, b))

static inline void drop(rolled* a) {
  free(a->block);
  mj_deleteData(a->d[0]);
  mj_deleteModel(a->m);
}
