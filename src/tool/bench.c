// engine bench: steps per second, in one thread and in several.
#include <stdio.h>
#include <stdlib.h>

#include "sample/show.h"
#include "tool/command.h"
#include "tool/drive.h"

static int threads = 1, rounds = 5;

static const command_option options[] = {
    {"threads", TAKES_COUNT, &threads, "N", "data that are stepped at once, a thread each (1)"},
    {"rounds", TAKES_COUNT, &rounds, "N", "times that are measured; the median counts (5)"},
};

// The work of one thread.
typedef struct {
  simulation s;
  int steps;
} bench_thread;

static void* run_steps(void* arg) {
  bench_thread* w = arg;
  for (int i = 0; i < w->steps; i++) {
    simulation_control(&w->s);
    mj_step(w->s.m, w->s.d);
  }
  return arg;
}

// Elapsed seconds until all threads have finished.
static double measure(mjThreadPool* pool, bench_thread* w) {
  mjTask task[mjMAXTHREAD];
  double start = now();
  for (int i = 0; i < threads; i++) {
    mju_defaultTask(task + i);
    task[i].func = run_steps;
    task[i].args = w + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  for (int i = 0; i < threads; i++) mju_taskJoin(task + i);
  return now() - start;
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// Time per stage, in a separate run with the timers enabled.
static void profile(simulation* s) {
  mjcb_time = microseconds;
  for (int i = 0; i < simulation_steps(s) / rounds; i++) {
    simulation_control(s);
    mj_step(s->m, s->d);
  }
  puts("");
  show_profile(s->d);
  mj_resetCallbacks();
}

static void report(bench_thread* w, const double* spent) {
  double steps = (double)w->steps * threads, median = spent[rounds / 2];
  printf(
      "%d x %d steps in %d thread%s: %.2f us a step, %.0f steps a second, %.1f times real time\n",
      rounds, w->steps, threads, threads > 1 ? "s" : "", 1e6 * median / w->steps, steps / median,
      steps * w->s.m->opt.timestep / median);
  printf("fastest and slowest round: %.2f and %.2f us a step\n", 1e6 * spent[0] / w->steps,
         1e6 * spent[rounds - 1] / w->steps);
  printf("at the end: %d contacts, %d constraint rows, %d solver iterations\n\n", w->s.d->ncon,
         w->s.d->nefc, w->s.d->solver_niter[0]);
}

static int bench(const char* const* operand, int n) {
  (void)n;
  if (threads < 1 || threads > mjMAXTHREAD || rounds < 1 || rounds > 1000) {
    fprintf(stderr, "engine bench: 1 to %d threads, 1 to 1000 rounds\n", mjMAXTHREAD);
    return 2;
  }
  bench_thread* w = calloc((size_t)threads, sizeof *w);
  double* spent = calloc((size_t)rounds, sizeof *spent);
  bool fine = w && spent && simulation_begin(&w->s, operand[0]);
  for (int i = 1; i < threads && fine; i++) {
    w[i] = w[0];
    w[i].s.d = mj_copyData(NULL, w->s.m, w->s.d);
    fine = w[i].s.d != NULL;
  }
  if (fine) {
    int steps = simulation_steps(&w->s) / rounds;
    for (int i = 0; i < threads; i++) w[i].steps = steps > 0 ? steps : 1;
    mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
    for (int r = 0; r < rounds; r++) spent[r] = measure(pool, w);
    mju_threadPoolDestroy(pool);
    qsort(spent, (size_t)rounds, sizeof *spent, ascending);
    report(w, spent);
    profile(&w->s);
  }
  for (int i = 1; w && i < threads; i++) mj_deleteData(w[i].s.d);
  if (w) simulation_end(&w->s);
  free(w);
  free(spent);
  return !fine;
}

const command command_bench = {
    .name = "bench",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .summary = "Measure how fast a model is here, and where the time goes",
    .text = "The simulated seconds are cut into rounds.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .more = drive_options,
    .nmore = NDRIVE_OPTION,
    .run = bench,
};
