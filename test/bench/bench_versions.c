// Two builds of this library, measured in turns in one process:
//
//   bench_versions OTHER-LIBRARY [step|load] [PASSES = 5] MODEL.xml...
//
// Every pass runs the same slices of steps from the same state under the same controls, first by
// one library and then by the other, and the least time of a slice over all passes counts: what
// else the machine does falls out.  Printed are microseconds per step of this tree's library (or
// milliseconds of processor time per load), of the other one, and their ratio; last the median and
// the mean of the ratios.  Only functions and the members of structs that never move are used.
#include <engine/engine.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drive.h"
#include "two_sides.h"

enum { SLICE = 20, SLICES = 25, STEPS = SLICE * SLICES, MAXMODEL = 1000 };

typedef struct {
  mjModel* (*load)(const char*, const mjVFS*, char*, int);
  mjData* (*make)(const mjModel*);
  void (*step)(const mjModel*, mjData*);
  void (*reset)(const mjModel*, mjData*);
  void (*reset_key)(const mjModel*, mjData*, int);
  void (*drop_model)(mjModel*);
  void (*drop_data)(mjData*);
  void (*clear_cache)(void*);
  void* (*cache)(void);
} library;

static void* function(void* handle, const char* name) {
  void* f = dlsym(handle, name);
  if (!f) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return f;
}

static library library_open(const char* path) {
  library lib;
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  *(void**)&lib.load = function(handle, "mj_loadXML");
  *(void**)&lib.make = function(handle, "mj_makeData");
  *(void**)&lib.step = function(handle, "mj_step");
  *(void**)&lib.reset = function(handle, "mj_resetData");
  *(void**)&lib.reset_key = function(handle, "mj_resetDataKeyframe");
  *(void**)&lib.drop_model = function(handle, "mj_deleteModel");
  *(void**)&lib.drop_data = function(handle, "mj_deleteData");
  *(void**)&lib.clear_cache = function(handle, "mj_clearCache");
  *(void**)&lib.cache = function(handle, "mj_getCache");
  return lib;
}

static void restart(const library* lib, const mjModel* m, mjData* d) {
  if (m->nkey) {
    lib->reset_key(m, d, 0);
  } else {
    lib->reset(m, d);
  }
}

static double run_slice(const library* lib, const mjModel* m, mjData* d, int from) {
  double sum = 0;
  for (int i = from; i < from + SLICE; i++) {
    plan_controls(m, d->ctrl, i);
    double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    lib->step(m, d);
    sum += seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
  }
  return sum;
}

// Microseconds per step of both, in us; 0 if the model does not load.
static int time_steps(const library lib[2], const char* path, int passes, double us[2]) {
  mjModel* m[2] = {0};
  mjData* d[2] = {0};
  static double least[2][SLICES];
  int loaded = 1;
  for (int k = 0; k < 2 && loaded; k++) {
    char error[1000] = "";
    m[k] = lib[k].load(path, NULL, error, sizeof error);
    if (!m[k]) fprintf(stderr, "%s: %s\n", path, error);
    loaded = m[k] != NULL;
    if (loaded) d[k] = lib[k].make(m[k]);
  }
  for (int pass = 0; pass < passes && loaded; pass++) {
    for (int k = 0; k < 2; k++) restart(&lib[k], m[k], d[k]);
    for (int s = 0; s < SLICES; s++) {
      for (int turn = 0; turn < 2; turn++) {
        int k = (turn + pass) % 2;
        double t = run_slice(&lib[k], m[k], d[k], s * SLICE);
        if (pass == 0 || t < least[k][s]) least[k][s] = t;
      }
    }
  }
  for (int k = 0; k < 2; k++) {
    us[k] = 0;
    for (int s = 0; s < SLICES; s++) us[k] += 1e6 * least[k][s] / STEPS;
    if (d[k]) lib[k].drop_data(d[k]);
    if (m[k]) lib[k].drop_model(m[k]);
  }
  return loaded;
}

// Milliseconds per cold load of both: nothing is left in the caches of the library from before.
static int time_loads(const library lib[2], const char* path, int passes, double ms[2]) {
  for (int pass = 0; pass < passes; pass++) {
    for (int turn = 0; turn < 2; turn++) {
      int k = (turn + pass) % 2;
      char error[1000] = "";
      lib[k].clear_cache(lib[k].cache());
      double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
      mjModel* m = lib[k].load(path, NULL, error, sizeof error);
      double t = 1e3 * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start);
      if (!m) {
        fprintf(stderr, "%s: %s\n", path, error);
        return 0;
      }
      lib[k].drop_model(m);
      if (pass == 0 || t < ms[k]) ms[k] = t;
    }
  }
  return 1;
}

int main(int argc, char** argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: bench_versions OTHER-LIBRARY step|load PASSES MODEL.xml...\n");
    return 2;
  }
  const library lib[2] = {library_open(ENGINE_LIBRARY), library_open(argv[1])};
  int load = !strcmp(argv[2], "load"), passes = atoi(argv[3]), n = 0;
  static double ratio[MAXMODEL];
  double mean = 0;
  printf("%-52s %10s %10s %6s\n", "model", load ? "ms" : "us", "other", "ratio");
  for (int i = 4; i < argc && n < MAXMODEL; i++) {
    double t[2];
    if (!(load ? time_loads : time_steps)(lib, argv[i], passes, t)) continue;
    ratio[n] = t[0] / t[1];
    size_t length = strlen(argv[i]);
    printf("%-52s %10.2f %10.2f %6.3f\n", argv[i] + (length > 52 ? length - 52 : 0), t[0], t[1],
           ratio[n]);
    fflush(stdout);
    mean += ratio[n++];
  }
  if (!n) return 1;
  qsort(ratio, (size_t)n, sizeof(double), ascending);
  printf("%d models: median %.3f, mean %.3f, least %.3f, most %.3f\n", n, ratio[n / 2], mean / n,
         ratio[0], ratio[n - 1]);
  return 0;
}
