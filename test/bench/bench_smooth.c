// Speed of smooth dynamics, stage by stage, beside another library with the same API, in one run.
//
//   bench_smooth [-o OURS] [-p PEER] MODEL...
//
// A MODEL is an MJCF file without meshes, or chain:N, N hinges in a row, or crowd:N, N walkers
// of 27 dofs beside each other.  Constraints are disabled in all of them.  Both libraries are
// loaded privately and called in turns on the same state, reached by a few steps; the fastest turn
// of each counts.  Printed are microseconds per call and how many times faster ours is; a stage of
// which the model has no element is told from the others, it should cost no more than an empty
// call.

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <engine/model_types.h>

#include "scene_text.h"

#ifndef ENGINE_LIBRARY
#define ENGINE_LIBRARY "libengine.so"
#endif

typedef void stage_function(const void* m, void* d);

// One of the libraries with its own model and data; they are opaque, layouts differ.
typedef struct {
  void* handle;
  void *m, *d;
  void (*solve)(const void*, void*, double*, const double*, int);
  void (*mul)(const void*, const void*, double*, const double*);
  void (*rne)(const void*, void*, int, double*);
  double *x, *y;  // vectors for the functions that want some
} side;

enum { SOLVES = 10 };

static double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * t.tv_sec + 1e-3 * t.tv_nsec;
}

#define UNCONSTRAINED "<option><flag constraint='disable'/></option>"

// The text of a model with constraints disabled; 0 if there is no such model.
static int describe(text* t, const char* name) {
  if (!strncmp(name, "chain:", 6)) {
    put_chain(t, atoi(name + 6), UNCONSTRAINED);
  } else if (!strncmp(name, "crowd:", 6)) {
    put_crowd(t, atoi(name + 6), UNCONSTRAINED);
  } else {
    return put_file(t, name, UNCONSTRAINED, "/tmp/bench_smooth.hfield");
  }
  return 1;
}

static int open_library(side* s, const char* path) {
  s->handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!s->handle) return 0;
  *(void**)&s->solve = dlsym(s->handle, "mj_solveM");
  *(void**)&s->mul = dlsym(s->handle, "mj_mulM");
  *(void**)&s->rne = dlsym(s->handle, "mj_rne");
  return 1;
}

static stage_function* find(const side* s, const char* name) {
  stage_function* f;
  *(void**)&f = dlsym(s->handle, name);
  return f;
}

// Number of dofs: the second number of the model in any layout.
static int dofs(const side* s) { return ((const int*)s->m)[1]; }

static int load(side* s, const char* path) {
  char error[1000] = "";
  void* (*load_xml)(const char*, const void*, char*, int);
  void* (*make_data)(const void*);
  *(void**)&load_xml = dlsym(s->handle, "mj_loadXML");
  *(void**)&make_data = dlsym(s->handle, "mj_makeData");
  s->m = load_xml(path, NULL, error, sizeof error);
  if (!s->m) {
    fprintf(stderr, "%s\n", error);
    return 0;
  }
  s->d = make_data(s->m);
  for (int k = 0; k < 20; k++) find(s, "mj_step")(s->m, s->d);
  find(s, "mj_forward")(s->m, s->d);
  size_t n = (size_t)dofs(s) * SOLVES;
  s->x = malloc(sizeof(double) * n);
  s->y = malloc(sizeof(double) * n);
  for (size_t i = 0; i < n; i++) s->x[i] = sin((double)i);
  return 1;
}

static void unload(side* s) {
  void (*delete_data)(void*);
  void (*delete_model)(void*);
  *(void**)&delete_data = dlsym(s->handle, "mj_deleteData");
  *(void**)&delete_model = dlsym(s->handle, "mj_deleteModel");
  delete_data(s->d);
  delete_model(s->m);
  free(s->x);
  free(s->y);
}

// A stage: a function of the API, under the name it has here and, if another, there; or one of the
// calls with vectors.
typedef struct {
  const char *name, *peer_name;
} stage;

static const stage stages[] = {{"mj_kinematics", 0},
                               {"mj_comPos", 0},
                               {"mj_camlight", 0},
                               {"mj_tendon", 0},
                               {"mj_makeM", "mj_crb"},
                               {"mj_factorM", 0},
                               {"mj_transmission", 0},
                               {"mj_comVel", 0},
                               {"mj_passive", 0},
                               {"rne", 0},
                               {"mulM", 0},
                               {"solveM", 0},
                               {"solveM x 10", 0},
                               {"mj_fwdPosition", 0},
                               {"mj_fwdVelocity", 0},
                               {"mj_fwdActuation", 0},
                               {"mj_fwdAcceleration", 0},
                               {"mj_forward", 0}};

// Microseconds of one call, of n calls in a row.
static double turn(side* s, const char* name, int n) {
  stage_function* f = find(s, name);
  double start = microseconds();
  if (f) {
    for (int k = 0; k < n; k++) f(s->m, s->d);
  } else if (!strcmp(name, "rne")) {
    for (int k = 0; k < n; k++) s->rne(s->m, s->d, 0, s->y);
  } else if (!strcmp(name, "mulM")) {
    for (int k = 0; k < n; k++) s->mul(s->m, s->d, s->y, s->x);
  } else {
    int vectors = strcmp(name, "solveM") ? SOLVES : 1;
    for (int k = 0; k < n; k++) s->solve(s->m, s->d, s->y, s->x, vectors);
  }
  return (microseconds() - start) / n;
}

// Does the model have nothing that the stage is about?
static int has_nothing(const mjModel* m, const char* name) {
  if (!strcmp(name, "mj_camlight")) return !m->ncam && !m->nlight;
  if (!strcmp(name, "mj_tendon")) return !m->ntendon;
  if (!strcmp(name, "mj_transmission")) return !m->nu;
  return !strcmp(name, "mj_fwdActuation") && !m->nu;
}

static void nothing(const void* m, void* d) {
  (void)m;
  (void)d;
}

// Nanoseconds of a call through a pointer the compiler knows nothing about.
static double empty_call(void) {
  stage_function* volatile hidden = nothing;
  stage_function* f = hidden;
  double best = 1e30;
  for (int k = 0; k < 60; k++) {
    double start = microseconds();
    for (int i = 0; i < 100000; i++) f(NULL, NULL);
    best = fmin(best, microseconds() - start);
  }
  return best / 100;
}

static void compare(const stage* which, side* ours, side* peer) {
  double best = 1e30, peer_best = 1e30;
  int n = 1 + (int)(300 / turn(ours, which->name, 3));  // a turn takes some 300 us
  for (int k = 0; k < 60; k++) {
    best = fmin(best, turn(ours, which->name, n));
    if (!peer) continue;
    const char* name = which->peer_name ? which->peer_name : which->name;
    peer_best = fmin(peer_best, turn(peer, name, n));
  }
  printf("  %-20s %10.3f", which->name, best);
  if (has_nothing(ours->m, which->name)) {
    if (peer) printf(" %10.3f", peer_best);
    printf("   nothing to do\n");
    return;
  }
  if (peer) printf(" %10.3f %8.2f", peer_best, peer_best / best);
  if (!strcmp(which->name, "mj_forward")) printf("   %.0f a second", 1e6 / best);
  printf("\n");
}

static int bench(const char* name, side* ours, side* peer) {
  text t = {0};
  char path[] = "/tmp/bench_smoothXXXXXX.xml";
  int file = describe(&t, name) ? mkstemps(path, 4) : -1;
  if (file < 0 || write(file, t.s, t.n) != (ssize_t)t.n) {
    fprintf(stderr, "%s: cannot be used\n", name);
    return 0;
  }
  close(file);
  int loaded = load(ours, path);
  if (loaded && peer && !load(peer, path)) peer = NULL;
  unlink(path);
  free(t.s);
  if (!loaded) return 0;
  printf("%s, %d dofs %12s us %10s\n", name, dofs(ours), "", peer ? "peer us     faster" : "");
  for (size_t k = 0; k < sizeof stages / sizeof stages[0]; k++) compare(&stages[k], ours, peer);
  unload(ours);
  if (peer) unload(peer);
  return 1;
}

int main(int argc, char** argv) {
  side ours = {0}, theirs = {0};
  const char *our_path = ENGINE_LIBRARY, *peer_path = "libmujoco.so";
  int option;
  while ((option = getopt(argc, argv, "o:p:")) >= 0) {
    if (option == 'o') our_path = optarg;
    if (option == 'p') peer_path = optarg;
  }
  if (!open_library(&ours, our_path)) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  side* peer = open_library(&theirs, peer_path) ? &theirs : NULL;
  printf("an empty call: %.2f ns\n", empty_call());
  int good = 1;
  for (int k = optind; k < argc; k++) good &= bench(argv[k], &ours, peer);
  return !good;
}
