// Heaps at rest by every solver of hard contact: whether they stand, what a step costs beside the
// soft one, how far the solves get.
//
//   bench_heaps [-t SECONDS] [-i ITERATIONS] [-s SOLVER] SCENE...
//   bench_heaps -l
//
// A SCENE is wall (a hundred boxes in bond), stack (ten boxes), tray (fifty boxes dropped), or the
// file of a model, which begins at its first keyframe.  SECONDS of each are simulated, with so many
// ITERATIONS a step and a tolerance of 1e-6.  Printed are the time of a step (processor, one
// thread) and its share of that of soft Newton, iterations, the median and the worst natural map,
// and how far bodies have moved from where they began.  With -l, what a sweep costs: walls of ten
// to 160 boxes, the time of a sweep over the rows there are.
#include <engine/engine.h>
#include <engine/hard.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scene_text.h"

typedef struct {
  const char* name;
  int number;
  int dense;  // keeps a matrix of all rows
} method;

static const method methods[] = {
    {"soft Newton", mjSOL_NEWTON, 0}, {"NCP", engSOL_NCP, 0},
    {"ADMM-NCP", engSOL_ADMM_NCP, 0}, {"PGS-NCP", engSOL_PGS_NCP, 0},
    {"NBGS-X", engSOL_NBGS_X, 0},     {"RAISIM-DS", engSOL_RAISIM_DS, 0},
    {"implicit", engSOL_IMPLICIT, 1}, {"RAISIM-DS-ES", engSOL_RAISIM_DS_ES, 0},
    {"PGS-CCP", engSOL_PGS_CCP, 0},   {"ADMM-CCP", engSOL_ADMM_CCP, 0},
    {"barrier", engSOL_BARRIER, 1},
};
// Methods with a matrix of all rows are left out of larger scenes.
enum { NMETHOD = sizeof methods / sizeof *methods, MOST_STEPS = 100000, MOST_DENSE = 700 };

// --- scenes -------------------------------------------------------------------------------------

static void begin(text* t, double timestep) {
  put(t,
      "<mujoco><option timestep='%g' cone='elliptic'/><default><geom friction='.8' "
      "margin='.002'/></default><worldbody><geom type='plane' size='20 20 1'/>",
      timestep);
}

static void put_box(text* t, double x, double y, double z, const char* size) {
  put(t, "<body pos='%g %g %g'><freejoint/><geom type='box' size='%s' mass='1'/></body>", x, y, z,
      size);
}

// Ten boxes wide.
static void put_wall_of(text* t, int boxes) {
  begin(t, 0.01);
  for (int i = 0; i < boxes; i++) {
    put_box(t, 0.402 * (i % 10) + 0.1 * (i / 10 % 2), 0, 0.1 + 0.2 * (i / 10), ".2 .1 .1");
  }
  put(t, "</worldbody></mujoco>");
}

static void put_wall(text* t) { put_wall_of(t, 100); }

static void put_stack(text* t) {
  begin(t, 0.01);
  for (int i = 0; i < 10; i++) put_box(t, 0, 0, 0.1 + 0.2 * i, ".1 .1 .1");
  put(t, "</worldbody></mujoco>");
}

static void put_tray(text* t) {
  begin(t, 0.005);
  for (int side = 0; side < 4; side++) {
    put(t, "<geom type='box' pos='%g %g .3' size='%s'/>", side < 2 ? 0.9 * (2 * side - 1) : 0.0,
        side < 2 ? 0.0 : 0.9 * (2 * side - 5), side < 2 ? ".05 .9 .3" : ".9 .05 .3");
  }
  for (int i = 0; i < 50; i++) {
    put_box(t, 0.3 * (i % 5 - 2) + 0.02 * (i / 5 % 3), 0.3 * (i / 5 % 5 - 2), 0.15 + 0.3 * (i / 25),
            ".1 .1 .1");
  }
  put(t, "</worldbody></mujoco>");
}

typedef struct {
  const char* name;
  void (*put)(text* t);
} scene;

static const scene scenes[] = {{"wall", put_wall}, {"stack", put_stack}, {"tray", put_tray}};
enum { NSCENE = sizeof scenes / sizeof *scenes };

static mjModel* compile(text* t) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(t->s, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) fprintf(stderr, "%s\n", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  free(t->s);
  return m;
}

static mjModel* load(const char* name) {
  char error[500] = "";
  mjModel* m = NULL;
  const scene* s = NULL;
  for (int i = 0; i < NSCENE; i++) {
    if (!strcmp(scenes[i].name, name)) s = scenes + i;
  }
  if (!s) {
    m = mj_loadXML(name, NULL, error, sizeof error);
  } else {
    text t = {0};
    s->put(&t);
    m = compile(&t);
  }
  if (!m) {
    fprintf(stderr, "%s: %s\n", name, error);
    exit(1);
  }
  m->opt.cone = mjCONE_ELLIPTIC;
  m->opt.integrator = mjINT_EULER;
  m->opt.noslip_iterations = 0;
  m->opt.tolerance = 1e-6;
  return m;
}

// --- runs ---------------------------------------------------------------------------------------

typedef struct {
  double seconds;
  int iterations;
  const char* only;
} task;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// Most iterations of an island.
static int iterations_of(const mjData* d) {
  int most = 0, n = mjMAX(1, mjMIN(d->nisland, mjNISLAND));
  for (int i = 0; i < n; i++) most = mjMAX(most, d->solver_niter[i]);
  return most;
}

static double moved(const mjModel* m, const mjData* d, const mjtNum* start) {
  double most = 0;
  for (int b = 1; b < m->nbody; b++) {
    most = fmax(most, mju_dist3(d->xpos + 3 * b, start + 3 * b));
  }
  return most;
}

static double run(const task* k, mjModel* m, const method* by, double soft) {
  static double map[MOST_STEPS];
  m->opt.solver = by->number;
  m->opt.iterations = k->iterations;
  mjData* d = mj_makeData(m);
  int steps = mjMIN(MOST_STEPS, (int)(k->seconds / m->opt.timestep)), n = 0;
  double time = 0, iterations = 0, rows = 0;
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  mjtNum* start = malloc(sizeof(mjtNum) * 3 * (size_t)m->nbody);
  memcpy(start, d->xpos, sizeof(mjtNum) * 3 * (size_t)m->nbody);
  for (int i = 0; i < steps; i++) {
    double from = now();
    mj_step(m, d);
    time += now() - from;
    iterations += iterations_of(d);
    rows += d->nefc;
    if (i % 10) continue;
    engHardReport report;
    mj_forward(m, d);
    eng_hardReport(m, d, &report);
    map[n++] = report.naturalmap;
  }
  qsort(map, (size_t)n, sizeof *map, ascending);
  time /= steps;
  printf("  %-14s %6.0f %9.1f %7.2f %8.1f %9.1e %9.1e %9.1e\n", by->name, rows / steps, time,
         soft > 0 ? time / soft : 1, iterations / steps, map[n / 2], map[n - 1],
         moved(m, d, start));
  fflush(stdout);
  free(start);
  mj_deleteData(d);
  return time;
}

static void run_scene(const task* k, const char* name) {
  mjModel* m = load(name);
  printf("%s, %g s with time steps of %g, %d iterations\n  %-14s %6s %9s %7s %8s %9s %9s %9s\n",
         name, k->seconds, m->opt.timestep, k->iterations, "", "rows", "us", "of soft", "iterated",
         "map", "worst", "moved m");
  double soft = 0;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int rows = d->nefc;
  mj_deleteData(d);
  for (int i = 0; i < NMETHOD; i++) {
    if (methods[i].dense && rows > MOST_DENSE) continue;
    if (i && k->only && strcmp(k->only, methods[i].name)) continue;
    double time = run(k, m, methods + i, soft);
    if (!i) soft = time;
  }
  mj_deleteModel(m);
}

// --- sweeps -------------------------------------------------------------------------------------

// Time of the constraint stage with so many sweeps and no more, of three runs the least.
static double constraint_time(mjModel* m, mjData* d, int sweeps) {
  double least = HUGE_VAL;
  m->opt.iterations = sweeps;
  for (int i = 0; i < 3; i++) {
    double from = now();
    mj_fwdConstraint(m, d);
    least = fmin(least, now() - from);
  }
  return least;
}

// What forty sweeps more cost, by sweep and row, in nanoseconds.
static void run_sweeps(void) {
  static const char* const names[] = {"PGS-NCP", "NBGS-X", "RAISIM-DS"};
  static const int solvers[] = {engSOL_PGS_NCP, engSOL_NBGS_X, engSOL_RAISIM_DS};
  printf("ns by sweep and row\n%8s %8s %10s %10s %10s\n", "boxes", "rows", names[0], names[1],
         names[2]);
  for (int boxes = 10; boxes <= 160; boxes *= 2) {
    text t = {0};
    put_wall_of(&t, boxes);
    mjModel* m = compile(&t);
    if (!m) return;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * sin(3.0 * i);  // that there is work to do
    m->opt.disableflags |= mjDSBL_WARMSTART;
    m->opt.tolerance = 0;
    m->opt.solver = engSOL_PGS_NCP;
    mj_forward(m, d);
    printf("%8d %8d", boxes, d->nefc);
    for (int k = 0; k < 3; k++) {
      m->opt.solver = solvers[k];
      double few = constraint_time(m, d, 10), many = constraint_time(m, d, 50);
      printf(" %10.1f", 1e3 * (many - few) / 40 / d->nefc);
    }
    printf("\n");
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(int argc, char** argv) {
  task k = {2, 100, NULL};
  for (int c; (c = getopt(argc, argv, "t:i:s:l")) != -1;) {
    if (c == 'l') {
      run_sweeps();
      return 0;
    }
    if (c == 't') k.seconds = atof(optarg);
    if (c == 'i') k.iterations = atoi(optarg);
    if (c == 's') k.only = optarg;
    if (c == '?') return 2;
  }
  if (optind == argc) {
    fprintf(stderr, "usage: %s [-t SECONDS] [-i ITERATIONS] [-s SOLVER] SCENE... | -l\n", argv[0]);
    return 2;
  }
  for (int i = optind; i < argc; i++) run_scene(&k, argv[i]);
  return 0;
}
