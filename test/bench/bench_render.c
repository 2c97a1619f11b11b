// Time of a picture: drawn and read back, by each back end.
//
//   bench_render [SECONDS-A-LINE = 2] MODEL...
//
// For each model and setting: processor time and time that passes, milliseconds a picture, the
// least of many turns; software with one thread and with all, OpenGL where EGL offers a context
// without a window.  The model is simulated for a second first, and moves on between pictures.
#include <engine/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../sample/stage.h"
#include "../render/egl.h"

typedef struct {
  const char* name;
  int width, height, samples, shadow_size;
  int shadow, reflection;
} setting;

static const setting settings[] = {
    {"640x480, as it comes", 640, 480, 4, 4096, 1, 1},
    {"640x480, 1024 map, 1 sample", 640, 480, 0, 1024, 1, 1},
    {"640x480, no shadow, no reflection", 640, 480, 0, 1024, 0, 0},
    {"1280x720, as it comes", 1280, 720, 4, 4096, 1, 1},
    {"1280x720, 1024 map, 1 sample", 1280, 720, 0, 1024, 1, 1},
    {"1280x720, no shadow, no reflection", 1280, 720, 0, 1024, 0, 0},
    {"64x64, 1024 map, 1 sample", 64, 64, 0, 1024, 1, 0},
    {"64x64, no shadow", 64, 64, 0, 1024, 0, 0},
};

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(mjModel* m, const setting* s, double budget) {
  m->vis.global.offwidth = s->width;
  m->vis.global.offheight = s->height;
  m->vis.quality.offsamples = s->samples;
  m->vis.quality.shadowsize = s->shadow_size;
  mjData* d = mj_makeData(m);
  stage g;
  stage_open(&g, m, s->width, s->height);
  g.scn.flags[mjRND_SHADOW] = (mjtByte)s->shadow;
  g.scn.flags[mjRND_REFLECTION] = (mjtByte)s->reflection;
  while (d->time < 1) mj_step(m, d);
  double cpu = 1e9, passed = 1e9, start = seconds_of(CLOCK_MONOTONIC);
  for (int i = 0; i < 3 || seconds_of(CLOCK_MONOTONIC) - start < budget; i++) {
    mj_step(m, d);
    mjv_updateScene(m, d, &g.opt, NULL, &g.cam, mjCAT_ALL, &g.scn);
    double c = seconds_of(CLOCK_PROCESS_CPUTIME_ID), w = seconds_of(CLOCK_MONOTONIC);
    mjr_render(g.all, &g.scn, &g.con);
    mjr_readPixels(g.rgb, NULL, g.all, &g.con);
    c = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - c;
    w = seconds_of(CLOCK_MONOTONIC) - w;
    if (c < cpu) cpu = c;
    if (w < passed) passed = w;
  }
  printf(" %9.2f %8.2f", 1e3 * cpu, 1e3 * passed);
  fflush(stdout);
  stage_close(&g);
  mj_deleteData(d);
}

int main(int argc, char** argv) {
  int first = argc > 1 && atof(argv[1]) > 0 ? 2 : 1;
  double budget = first == 2 ? atof(argv[1]) : 2;
  for (int i = first; i < argc; i++) {
    char error[1000] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    if (!m) {
      fprintf(stderr, "%s\n", error);
      return 1;
    }
    printf("%s\n%-36s %18s %18s %18s\n%36s", argv[i], "", "soft, 1 thread", "soft, all", "OpenGL",
           "");
    for (int k = 0; k < 3; k++) printf(" %9s %8s", "cpu ms", "ms");
    puts("");
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
      printf("%-36s", settings[k].name);
      setenv("ENGINE_RENDER", "soft", 1);
      setenv("ENGINE_RENDER_THREADS", "1", 1);
      measure(m, settings + k, budget);
      unsetenv("ENGINE_RENDER_THREADS");
      measure(m, settings + k, budget);
      unsetenv("ENGINE_RENDER");
      if (egl_open(EGL_ANY)) {
        measure(m, settings + k, budget);
        egl_close();
      }
      puts("");
    }
    mj_deleteModel(m);
  }
}
