// Search for parameters over workers, processes or ranks of MPI (cross-entropy method): for the
// push of a cart, given at twelve times, that leaves its pole standing.  Every generation simulates
// many draws and keeps the mean and spread of the best tenth, and the best draw as it is.
//
//   search CART_POLE.xml [WORKERS = 1 [DRAWS = 2000 [GENERATIONS = 8]]]
//   mpirun -n 2 search_mpi CART_POLE.xml
#include <stdlib.h>
#include <string.h>

#include "workers.h"

enum { KNOTS = 12, STEPS = 300 };

typedef struct {
  mjtNum cost;
  int draw;
} rank;

static int by_cost(const void* a, const void* b) {
  mjtNum x = ((const rank*)a)->cost, y = ((const rank*)b)->cost;
  return (x > y) - (x < y);
}

// How far from upright and how fast the pole is over the last tenth.
static mjtNum cost(const mjtNum* state, int nstate) {
  mjtNum sum = 0;
  for (int i = STEPS - STEPS / 10; i < STEPS; i++) {
    const mjtNum* s = state + i * nstate;
    sum += 1 - cos(s[2]) + 0.02 * s[4] * s[4];
  }
  return sum / (STEPS / 10.0);
}

static void show(void* argument, int done, int all) {
  (void)argument;
  show_progress(done, all);
}

int main(int argc, char** argv) {
  engCluster* workers = open_workers(&argc, &argv, argc > 2 ? atoi(argv[2]) : 1);
  if (!workers) return 0;
  int n = argc > 3 ? atoi(argv[3]) : 2000, generations = argc > 4 ? atoi(argv[4]) : 8;
  mjModel* m = argc > 1 ? load_model(argv[1]) : NULL;
  if (!m || m->nq != 2 || m->nu != 1 || n < 20 || n > 1000000) {
    fprintf(stderr, "usage: %s CART_POLE.xml [WORKERS [DRAWS [GENERATIONS]]]\n", argv[0]);
    eng_clusterClose(workers);
    return 2;
  }
  mjData* d = mj_makeData(m);
  size_t nstate = (size_t)mj_stateSize(m, mjSTATE_FULLPHYSICS), draws = (size_t)n;
  mjtNum* initial = malloc(sizeof(mjtNum) * draws * nstate);
  mjtNum* control = malloc(sizeof(mjtNum) * draws * STEPS);
  mjtNum* state = malloc(sizeof(mjtNum) * draws * STEPS * nstate);
  rank* order = malloc(sizeof *order * draws);
  const mjtNum* range = m->actuator_ctrlrange;
  mjtNum mean[KNOTS] = {0}, spread[KNOTS], first = 0, best = 0;
  for (int k = 0; k < KNOTS; k++) spread[k] = (range[1] - range[0]) / 3;
  d->qpos[1] = mjPI;
  for (int i = 0; i < n; i++) mj_getState(m, d, initial + (size_t)i * nstate, mjSTATE_FULLPHYSICS);
  engRollout r = {.nrollout = n,
                  .nstep = STEPS,
                  .state_sig = mjSTATE_FULLPHYSICS,
                  .control_sig = mjSTATE_CTRL,
                  .initial = initial,
                  .control = control,
                  .state = state};
  double spent = 0;
  for (int g = 0; g < generations; g++) {
    if (g) memmove(control, control + (size_t)order[0].draw * STEPS, sizeof(mjtNum) * STEPS);
    for (size_t i = g > 0; i < draws; i++) {
      mjtNum knot[KNOTS];
      for (int k = 0; k < KNOTS; k++) {
        knot[k] = mju_clip(mean[k] + spread[k] * draw_normal(), range[0], range[1]);
      }
      for (size_t t = 0; t < STEPS; t++) control[i * STEPS + t] = knot[t * KNOTS / STEPS];
    }
    engDeal deal = {.progress = show};
    double start = now();
    eng_rolloutDistributed(m, &d, 1, NULL, &r, workers, &deal);
    spent += now() - start;
    for (int i = 0; i < n; i++) {
      order[i] = (rank){cost(state + (size_t)i * STEPS * nstate, (int)nstate), i};
    }
    qsort(order, draws, sizeof *order, by_cost);
    best = order[0].cost;
    if (g == 0) first = best;
    printf("generation %d: the best costs %.4f; workers did %d of %d rollouts\n", g, best,
           deal.nremote, n);
    for (int k = 0; k < KNOTS; k++) {
      mjtNum sum = 0, square = 0;
      for (int i = 0; i < n / 10; i++) {
        mjtNum u = control[(size_t)order[i].draw * STEPS + (size_t)(k * STEPS / KNOTS + 1)];
        sum += u;
        square += u * u;
      }
      mean[k] = sum / (n / 10);
      spread[k] = sqrt(mjMAX(0, square / (n / 10) - mean[k] * mean[k])) + 1e-3;
    }
  }
  printf("%d workers and this one: %.0f steps per second\n", eng_clusterSize(workers),
         (double)generations * n * STEPS / spent);
  free(initial);
  free(control);
  free(state);
  free(order);
  mj_deleteData(d);
  mj_deleteModel(m);
  eng_clusterClose(workers);
  return best > first;
}
