// Parallel rollouts as a planner uses them: push the cart with many random control sequences at
// once, on all processors, and keep the one that swings the pole up best.
//
//   rollouts CART_POLE.xml [THREADS = 2 [SEQUENCES = 256]]
#include <math.h>
#include <stdlib.h>

#include "show.h"

enum { NSTEP = 400, KNOTS = 10, MAXTHREAD = 64 };

// A random sequence of controls, constant between knots, within the range of each actuator.
static void draw_controls(const mjModel* m, mjtNum* control) {
  mjtNum hold[100] = {0};
  for (int i = 0; i < NSTEP; i++) {
    for (int k = 0; k < m->nu; k++) {
      const mjtNum* range = m->actuator_ctrlrange + 2 * k;
      if (i % (NSTEP / KNOTS) == 0) hold[k] = range[0] + (range[1] - range[0]) * rand() / RAND_MAX;
      control[i * m->nu + k] = hold[k];
    }
  }
}

// The lower the better: how far from upright and how fast the pole is over the last quarter.
static mjtNum cost(const mjtNum* state, int nstate) {
  mjtNum sum = 0;
  for (int i = 3 * NSTEP / 4; i < NSTEP; i++) {
    const mjtNum* s = state + (size_t)i * (size_t)nstate;  // time, 2 positions, 2 velocities
    sum += 1 - cos(s[2]) + 0.02 * s[4] * s[4];
  }
  return sum / (NSTEP / 4.0);
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  int nthread = (int)mju_clip(argc > 2 ? atoi(argv[2]) : 2, 1, MAXTHREAD);
  int n = (int)mju_clip(argc > 3 ? atoi(argv[3]) : 256, 1, 100000);
  if (!m || m->nq != 2 || m->nu < 1 || m->nu > 100) {
    fprintf(stderr, "usage: %s CART_POLE.xml [THREADS [SEQUENCES]]\n%s\n", argv[0], error);
    return 2;
  }
  int nstate = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  mjtNum* initial = mju_malloc(sizeof(mjtNum) * (size_t)n * (size_t)nstate);
  mjtNum* control = mju_malloc(sizeof(mjtNum) * (size_t)n * NSTEP * (size_t)m->nu);
  mjtNum* state = mju_malloc(sizeof(mjtNum) * (size_t)n * NSTEP * (size_t)nstate);

  // data for each thread, the calling one included; one less thread in the pool
  mjData* d[MAXTHREAD];
  for (int i = 0; i < nthread; i++) d[i] = mj_makeData(m);
  mjThreadPool* pool = mju_threadPoolCreate((size_t)nthread - 1);

  d[0]->qpos[1] = mjPI;  // the pole hangs
  for (int k = 0; k < n; k++) {
    mj_getState(m, d[0], initial + k * nstate, mjSTATE_FULLPHYSICS);
    draw_controls(m, control + (size_t)k * NSTEP * (size_t)m->nu);
  }
  engRollout r = {.nrollout = n,
                  .nstep = NSTEP,
                  .state_sig = mjSTATE_FULLPHYSICS,
                  .control_sig = mjSTATE_CTRL,
                  .initial = initial,
                  .control = control,
                  .state = state};
  double start = now();
  int bad = eng_rollout(m, d, nthread, pool, &r);
  double spent = now() - start;

  int best = 0;
  mjtNum least = 1e30;
  for (int k = 0; k < n; k++) {
    mjtNum c = cost(state + (size_t)k * NSTEP * (size_t)nstate, nstate);
    if (c < least) least = c, best = k;
  }
  printf("%d rollouts of %d steps on %d threads: %.0f steps per second, %d with bad numbers\n", n,
         NSTEP, nthread, n * NSTEP / spent, bad);
  printf("the best is number %d, with cost %.3f (a pole that hangs has 2)\n", best, least);
  mju_threadPoolDestroy(pool);
  for (int i = 0; i < nthread; i++) mj_deleteData(d[i]);
  mju_free(initial);
  mju_free(control);
  mju_free(state);
  mj_deleteModel(m);
  return bad != 0;
}
