// Time of mj_step, ours and the peer's, taking turns in one run:
//
//   bench_step [SECONDS-A-SCENE = 1] [MODEL.xml...]
//
// The peer is the library and the headers of libmujoco that were there when this was built; without
// it there is one column.  A turn is a slice of steps of each engine from the same state under the
// same controls; printed are the medians of processor time per step.  Scenes without a file are
// made here.  implicitfast, which an old peer does not know, is read as implicit by both.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "step_side.h"

enum { SLICE = 25, PERIOD = 1000, MAXSLICE = 20000 };
#define SCENE "bench_scene.xml"

static const side* open_side(const char* path) {
  if (!*path) return NULL;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return NULL;
  }
  const side* (*get)(void);
  *(void**)&get = dlsym(library, "step_side");
  return get();
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ------------------------------------------------------------------------------------ the scenes

static int write_file_scene(const char* path) {
  FILE *from = fopen(path, "r"), *to = fopen(SCENE, "w");
  char line[100000];
  while (from && to && fgets(line, sizeof line, from)) {
    char* name = strstr(line, "\"implicitfast\"");
    if (name) memcpy(name, "\"implicit\"    ", 14);
    fputs(line, to);
  }
  int done = from && to;
  if (from) fclose(from);
  if (to) fclose(to);
  return done;
}

// n hinges in a row that swing freely.
static void write_chain(int n) {
  FILE* f = fopen(SCENE, "w");
  if (!f) return;
  fputs("<mujoco><option timestep='0.002'/><worldbody>", f);
  for (int i = 0; i < n; i++) {
    fprintf(f,
            "<body pos='%g 0 0'><joint axis='%d %d 0' damping='0.01' armature='0.01'/>"
            "<geom type='capsule' fromto='0 0 0 0.1 0 0' size='0.02' contype='0' conaffinity='0'/>",
            i ? 0.1 : 0.0, i % 2, 1 - i % 2);
  }
  for (int i = 0; i < n; i++) fputs("</body>", f);
  fputs("</worldbody></mujoco>", f);
  fclose(f);
}

// n boxes that fall into a tray.
static void write_boxes(int n) {
  FILE* f = fopen(SCENE, "w");
  if (!f) return;
  int wide = n < 100 ? 4 : 8;
  double half = 0.09 * wide;
  fprintf(f,
          "<mujoco><option timestep='0.005'/><size njmax='%d' nconmax='%d' nstack='30000000'/>"
          "<worldbody><geom type='plane' size='3 3 0.1'/>",
          60 * n, 15 * n);
  for (int i = 0; i < 4; i++) {
    double x = i == 0 ? half : i == 1 ? -half : 0, y = i == 2 ? half : i == 3 ? -half : 0;
    fprintf(f, "<geom type='box' size='%g %g 0.3' pos='%g %g 0.3'/>", x != 0 ? 0.02 : half,
            y != 0 ? 0.02 : half, x, y);
  }
  for (int i = 0; i < n; i++) {
    int layer = i / (wide * wide), k = i % (wide * wide);
    fprintf(f,
            "<body pos='%g %g %g' euler='%d %d 0'><freejoint/>"
            "<geom type='box' size='%g %g %g' density='600'/></body>",
            0.17 * (k % wide - (wide - 1) / 2.0), 0.17 * (k / wide - (wide - 1) / 2.0),
            0.12 + 0.17 * layer, 7 * i % 40, 11 * i % 40, 0.04 + 0.01 * (i % 3),
            0.04 + 0.012 * (i % 4), 0.03 + 0.008 * (i % 5));
  }
  fputs("</worldbody></mujoco>", f);
  fclose(f);
}

// --------------------------------------------------------------------------------------- a scene

// Slices of both in turns for so many seconds; one that did not load has no times.
static void measure(const char* name, const side* const sides[2], double seconds) {
  static double time[2][MAXSLICE];
  slice sum[2] = {0};
  int loaded[2] = {0}, n = 0;
  for (int k = 0; k < 2; k++) {
    char error[1000] = "";
    loaded[k] = sides[k] && sides[k]->load(SCENE, error, sizeof error);
    if (k == 0 && !loaded[k]) fprintf(stderr, "%s: %s\n", name, error);
  }
  for (double start = now(); loaded[0] && now() - start < seconds && n < MAXSLICE; n++) {
    for (int k = 0; k < 2; k++) {
      if (!loaded[k]) continue;
      slice s = sides[k]->run(SLICE, PERIOD);
      time[k][n] = 1e6 * s.seconds / SLICE;
      sum[k].contacts += s.contacts;
      sum[k].rows += s.rows;
      sum[k].nv = s.nv;
    }
  }
  for (int k = 0; k < 2; k++) {
    qsort(time[k], (size_t)n, sizeof(double), ascending);
    if (loaded[k]) sides[k]->drop();
  }
  if (!n) return;
  double steps = (double)n * SLICE;
  printf("%-22s %4d %7.1f %7.1f %10.2f", name, sum[0].nv, sum[0].contacts / steps,
         sum[0].rows / steps, time[0][n / 2]);
  if (loaded[1]) {
    printf(" %10.2f %6.2f", time[1][n / 2], time[0][n / 2] / time[1][n / 2]);
  } else if (sides[1]) {
    printf("  cannot read it");
  }
  putchar('\n');
  fflush(stdout);
}

int main(int argc, char** argv) {
  const side* const sides[2] = {open_side(SIDE_OURS), open_side(SIDE_PEER)};
  if (!sides[0]) return 1;
  double seconds = argc > 1 ? atof(argv[1]) : 1;
  printf("%-22s %4s %7s %7s %10s %10s %6s\n", "scene", "nv", "ncon", "nefc", "ours us", "peer us",
         "ratio");
  for (int i = 2; i < argc; i++) {
    const char* base = strrchr(argv[i], '/');
    if (write_file_scene(argv[i])) measure(base ? base + 1 : argv[i], sides, seconds);
  }
  write_chain(20);
  measure("chain of 20", sides, seconds);
  write_chain(100);
  measure("chain of 100", sides, seconds);
  write_boxes(50);
  measure("50 boxes", sides, seconds);
  write_boxes(200);
  measure("200 boxes", sides, seconds);
  remove(SCENE);
  return 0;
}
