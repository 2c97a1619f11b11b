// Control by sampling (model predictive path integral): before every move many disturbed versions
// of the plan are simulated by workers, processes or ranks of MPI, and the plan becomes their mean,
// weighted by how well they do.  Swings up the pole of a cart.
//
//   mppi CART_POLE.xml [WORKERS = 1 [SECONDS = 4]]
//   mpirun -n 3 mppi_mpi CART_POLE.xml
#include <stdlib.h>

#include "workers.h"

enum { SAMPLES = 192, HORIZON = 40, HOLD = 4, STEPS = HORIZON * HOLD };

// The lower the better: how far from upright and from the middle, how fast, over the trajectory.
static mjtNum cost(const mjtNum* state, int nstate) {
  mjtNum sum = 0;
  for (int i = 0; i < STEPS; i++, state += nstate) {  // time, 2 positions, 2 velocities
    sum += 1 - cos(state[2]) + 0.1 * state[1] * state[1] + 0.01 * state[4] * state[4];
  }
  return sum / STEPS;
}

// Disturb the plan, hold every control, keep it within its range; the first sample is undisturbed.
static void disturb(const mjModel* m, const mjtNum* plan, mjtNum* control) {
  const mjtNum* range = m->actuator_ctrlrange;
  mjtNum sigma = 0.3 * (range[1] - range[0]);
  for (int k = 0; k < SAMPLES; k++) {
    for (int h = 0; h < HORIZON; h++) {
      mjtNum u = mju_clip(plan[h] + (k ? sigma * draw_normal() : 0), range[0], range[1]);
      for (int i = 0; i < HOLD; i++) control[k * STEPS + h * HOLD + i] = u;
    }
  }
}

static void improve(mjtNum* plan, const mjtNum* control, const mjtNum* state, int nstate) {
  mjtNum c[SAMPLES], least = 1e30, sum = 0, next[HORIZON] = {0};
  for (int k = 0; k < SAMPLES; k++) {
    c[k] = cost(state + (size_t)k * STEPS * (size_t)nstate, nstate);
    least = mjMIN(least, c[k]);
  }
  for (int k = 0; k < SAMPLES; k++) {
    mjtNum weight = exp(-(c[k] - least) / 0.02);
    sum += weight;
    for (int h = 0; h < HORIZON; h++) next[h] += weight * control[k * STEPS + h * HOLD];
  }
  for (int h = 0; h < HORIZON; h++) plan[h] = next[h] / sum;
}

int main(int argc, char** argv) {
  engCluster* workers = open_workers(&argc, &argv, argc > 2 ? atoi(argv[2]) : 1);
  if (!workers) return 0;
  mjModel* m = argc > 1 ? load_model(argv[1]) : NULL;
  if (!m || m->nq != 2 || m->nu != 1) {
    fprintf(stderr, "usage: %s CART_POLE.xml [WORKERS [SECONDS]]\n", argv[0]);
    eng_clusterClose(workers);
    return 2;
  }
  double seconds = argc > 3 ? atof(argv[3]) : 4;
  mjData *d = mj_makeData(m), *work = mj_makeData(m);
  int nstate = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  mjtNum* initial = malloc(sizeof(mjtNum) * SAMPLES * (size_t)nstate);
  mjtNum* state = malloc(sizeof(mjtNum) * SAMPLES * STEPS * (size_t)nstate);
  mjtNum* control = malloc(sizeof(mjtNum) * SAMPLES * STEPS);
  mjtNum plan[HORIZON + 1] = {0};
  engRollout r = {.nrollout = SAMPLES,
                  .nstep = STEPS,
                  .state_sig = mjSTATE_FULLPHYSICS,
                  .control_sig = mjSTATE_CTRL,
                  .initial = initial,
                  .control = control,
                  .state = state};
  d->qpos[1] = mjPI;  // the pole hangs
  int moves = 0, remote = 0, bad = 0, nworker = eng_clusterSize(workers);
  double start = now();
  for (; d->time < seconds; moves++) {
    for (int k = 0; k < SAMPLES; k++) {
      mj_getState(m, d, initial + k * nstate, mjSTATE_FULLPHYSICS);
    }
    disturb(m, plan, control);
    engDeal deal = {0};
    bad += eng_rolloutDistributed(m, &work, 1, NULL, &r, workers, &deal);
    remote += deal.nremote;
    improve(plan, control, state, nstate);
    d->ctrl[0] = plan[0];
    for (int i = 0; i < HOLD; i++) mj_step(m, d);
    for (int h = 0; h < HORIZON; h++) plan[h] = plan[h + 1];  // what is left, then nothing
  }
  double spent = now() - start;
  mjtNum off = acos(cos(d->qpos[1]));
  printf("%d moves, %.1f ms each; %d workers did %.0f %% of %d rollouts\n", moves,
         1e3 * spent / moves, nworker, 1e2 * remote / mjMAX(1, moves * SAMPLES), moves * SAMPLES);
  printf("after %.1f s the pole is %.2f rad from upright, the cart at %.2f m\n", d->time, off,
         d->qpos[0]);
  free(initial);
  free(state);
  free(control);
  mj_deleteData(d);
  mj_deleteData(work);
  mj_deleteModel(m);
  eng_clusterClose(workers);
  return bad != 0 || (seconds >= 4 && off > 0.5);
}
