// Time of rollouts over threads: bench_rollout MODEL.xml [NROLLOUT [NSTEP]]
//
// Thread counts take turns, so that a machine that gets slower meanwhile does so for all of them;
// the best turn of each counts.  Processor time per step shows what threads cost each other also
// where other programs leave fewer processors.  "loop" is mj_step in a loop, without eng_rollout.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <engine/engine.h>

enum { TURNS = 7, MOST = 8 };

static double read_clock(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void roll_plainly(const mjModel* m, mjData* d, const engRollout* r) {
  int nstate = mj_stateSize(m, r->state_sig);
  for (int k = 0; k < r->nrollout; k++) {
    mj_resetData(m, d);
    mj_setState(m, d, r->initial + (size_t)k * (size_t)nstate, r->state_sig);
    for (int i = 0; i < r->nstep; i++) mj_step(m, d);
  }
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m) {
    fprintf(stderr, "usage: bench_rollout MODEL.xml [NROLLOUT [NSTEP]]\n%s\n", error);
    return 2;
  }
  int nrollout = argc > 2 ? atoi(argv[2]) : 64, nstep = argc > 3 ? atoi(argv[3]) : 200;
  int nstate = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  mjData* d[MOST];
  for (int i = 0; i < MOST; i++) d[i] = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d[0], 0);
  mjtNum* initial = mju_malloc(sizeof(mjtNum) * (size_t)nrollout * (size_t)nstate);
  for (int k = 0; k < nrollout; k++) {
    for (int i = 0; i < m->nv; i++) d[0]->qvel[i] = 0.2 * mju_Halton(k + 1, i % 2 ? 2 : 3) - 0.1;
    mj_getState(m, d[0], initial + (size_t)k * (size_t)nstate, mjSTATE_FULLPHYSICS);
  }
  engRollout r = {
      .nrollout = nrollout, .nstep = nstep, .state_sig = mjSTATE_FULLPHYSICS, .initial = initial};

  enum { KINDS = 5 };
  static const int threads[KINDS] = {0, 1, 2, 4, 8};  // 0: the loop
  double best[KINDS], work[KINDS];
  for (int i = 0; i < KINDS; i++) best[i] = work[i] = 1e30;
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < KINDS; i++) {
      mjThreadPool* pool = threads[i] > 1 ? mju_threadPoolCreate((size_t)threads[i] - 1) : NULL;
      double start = read_clock(CLOCK_MONOTONIC), used = read_clock(CLOCK_PROCESS_CPUTIME_ID);
      if (threads[i]) {
        eng_rollout(m, d, threads[i], pool, &r);
      } else {
        roll_plainly(m, d[0], &r);
      }
      best[i] = mju_min(best[i], read_clock(CLOCK_MONOTONIC) - start);
      work[i] = mju_min(work[i], read_clock(CLOCK_PROCESS_CPUTIME_ID) - used);
      mju_threadPoolDestroy(pool);
    }
  }
  printf("%d rollouts of %d steps, %s\nthreads  steps/s  speed-up  processor us/step\n", nrollout,
         nstep, argv[1]);
  for (int i = 0; i < KINDS; i++) {
    char name[20] = "loop";
    if (threads[i]) snprintf(name, sizeof name, "%d", threads[i]);
    printf("%7s %8.0f  %8.2f  %17.2f\n", name, nrollout * nstep / best[i], best[0] / best[i],
           1e6 * work[i] / (nrollout * nstep));
  }
  mju_free(initial);
  for (int i = 0; i < MOST; i++) mj_deleteData(d[i]);
  mj_deleteModel(m);
  return 0;
}
