// mj_copyData and mj_resetData against a memcpy of the same bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <engine/engine.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// n free bodies, or a chain of n.
static mjModel* make(int n, int chain) {
  char* xml = malloc((size_t)n * 200 + 1000);
  char* end = xml + sprintf(xml, "<mujoco><size memory='1M'/><worldbody>");
  for (int i = 0; i < n; i++) {
    end += sprintf(end, "<body pos='%g 0 1'><%s/><geom size='.1'/>%s", chain ? 0.1 : i * 1.0,
                   chain ? "joint axis='0 1 0'" : "freejoint", chain ? "" : "</body>");
  }
  for (int i = 0; chain && i < n; i++) end += sprintf(end, "</body>");
  sprintf(end, "</worldbody></mujoco>");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  char error[500] = "";
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  if (!m) fprintf(stderr, "%s\n", error);
  mj_deleteVFS(&vfs);
  free(xml);
  return m;
}

typedef struct {
  const mjModel* m;
  mjData *d, *copy;
  char *from, *to;
  size_t bytes;
} scene;

static void run_memcpy(scene* s) { memcpy(s->to, s->from, s->bytes); }
static void run_copy(scene* s) { mj_copyData(s->copy, s->m, s->d); }
static void run_reset(scene* s) { mj_resetData(s->m, s->copy); }

// Seconds of the best of many rounds.
static double best(void (*run)(scene*), scene* s) {
  double least = 1e9;
  int calls = 1 + (int)(20000000 / s->bytes);
  for (int round = 0; round < 15; round++) {
    double start = now();
    for (int i = 0; i < calls; i++) run(s);
    double each = (now() - start) / calls;
    least = each < least ? each : least;
  }
  return least;
}

static void report(const char* name, mjModel* m) {
  if (!m) return;
  scene s = {.m = m, .d = mj_makeData(m), .copy = mj_makeData(m)};
  s.bytes = s.d->nbuffer + sizeof(mjData);
  s.from = calloc(1, s.bytes);
  s.to = calloc(1, s.bytes);
  double memory = best(run_memcpy, &s), copy = best(run_copy, &s), reset = best(run_reset, &s);
  printf(
      "%-12s %9zu bytes  memcpy %8.1f us  mj_copyData %8.1f us (%.2f)  mj_resetData %8.1f us "
      "(%.2f)\n",
      name, s.bytes, 1e6 * memory, 1e6 * copy, copy / memory, 1e6 * reset, reset / memory);
  free(s.from);
  free(s.to);
  mj_deleteData(s.d);
  mj_deleteData(s.copy);
  mj_deleteModel(m);
}

int main(void) {
  report("one body", make(1, 0));
  report("free 100", make(100, 0));
  report("free 2000", make(2000, 0));
  report("chain 50", make(50, 1));
  report("chain 400", make(400, 1));
  return 0;
}
