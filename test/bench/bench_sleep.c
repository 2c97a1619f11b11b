// What a step costs when all sleep: bench_sleep [HUMANOID.xml]
//
// Boxes at rest in a tray, two on each other, 100 to 10 000; and copies of a model that lie on the
// floor.  A step with sleep disabled takes turns with one in which all sleep, and with one in which
// one tree is awake; the median of each counts, in processor time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <engine/engine.h>
#include <engine/extension.h>

#include "scene_text.h"

enum { TURNS = 15, SETTLE = 20000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* x) {
  qsort(x, TURNS, sizeof *x, ascending);
  return x[TURNS / 2];
}

static double time_of(const mjModel* m, mjData* d) {
  double start = now();
  mj_step(m, d);
  return now() - start;
}

// The floor is there; the data are at the beginning.
static void measure(const char* name, mjModel* m) {
  mjData* d = mj_makeData(m);
  m->opt.enableflags |= mjENBL_SLEEP;
  int steps = 0;
  while (steps < SETTLE && d->ntree_awake) mj_step(m, d), steps++;
  if (d->ntree_awake) {
    printf("| %s | %d of %d trees are awake after %d steps |\n", name, d->ntree_awake, m->ntree,
           steps);
    mj_deleteData(d);
    return;
  }
  mjModel* never = mj_copyModel(NULL, m);
  never->opt.enableflags &= ~mjENBL_SLEEP;
  mjData *awake = mj_copyData(NULL, m, d), *one = mj_copyData(NULL, m, d);
  double all[TURNS], few[TURNS], none[TURNS];
  for (int i = 0; i < 5; i++) mj_step(never, awake), mj_step(m, d);
  for (int i = 0; i < TURNS; i++) {
    none[i] = time_of(m, d);
    all[i] = time_of(never, awake);
    one->xfrc_applied[6 * m->tree_bodyadr[m->ntree - 1] + 2] = 1e-9;
    mj_step(m, one);
    few[i] = time_of(m, one);
  }
  double a = median(all), f = median(few), n = median(none);
  printf("| %s | %d | %d | %.1f | %.1f | %.2f %% | %.1f | %.2f %% |\n", name, (int)m->nv,
         awake->ncon, a, n, 100 * n / a, f, 100 * f / a);
  mj_deleteData(d);
  mj_deleteData(one);
  mj_deleteData(awake);
  mj_deleteModel(never);
}

static mjModel* boxes(int n) {
  text t = {0};
  int side = 1;
  while (2 * side * side < n) side++;
  double wide = 0.22 * side / 2 + 0.2;
  put(&t,
      "<mujoco><size memory='1G'/><option jacobian='sparse'/><worldbody>"
      "<geom type='plane' size='0 0 1'/>");
  for (int k = 0; k < 4; k++) {
    double x = k < 2 ? (2 * k - 1) * wide : 0, y = k < 2 ? 0 : (2 * k - 5) * wide;
    put(&t, "<geom type='box' size='%g %g .2' pos='%g %g .2'/>", k < 2 ? .05 : wide,
        k < 2 ? wide : .05, x, y);
  }
  for (int i = 0; i < n; i++) {
    int at = i / 2;
    put(&t, "<body pos='%g %g %g'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
        0.22 * (at % side - 0.5 * (side - 1)), 0.22 * (at / side - 0.5 * (side - 1)),
        i % 2 ? 0.2995 : 0.0998);
  }
  put(&t, "</worldbody></mujoco>");
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(t.s, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  free(t.s);
  return m;
}

// n copies of a model, whose trees are allowed to sleep though they have actuators.
static mjModel* copies(const char* file, int n) {
  char error[500] = "", prefix[20];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><size memory='1G'/><option timestep='.005' jacobian='sparse'/><worldbody>"
      "<geom type='plane' size='0 0 1'/></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjsBody* world = mjs_findBody(s, "world");
  for (int i = 0; i < n; i++) {
    mjSpec* child = mj_parseXML(file, NULL, error, sizeof error);
    if (!child) break;
    mjsElement* body = mjs_firstChild(mjs_findBody(child, "world"), mjOBJ_BODY, 0);
    while (body && !mjs_firstChild(mjs_asBody(body), mjOBJ_JOINT, 0)) {
      body = mjs_nextChild(mjs_findBody(child, "world"), body, 0);
    }
    if (!body) break;
    eng_body(mjs_asBody(body))->sleep = mjSLEEP_ALLOWED;
    mjsFrame* frame = mjs_addFrame(world, NULL);
    frame->pos[0] = 2.5 * (i % 10);
    frame->pos[1] = 2.5 * (i / 10);
    snprintf(prefix, sizeof prefix, "%d_", i);
    mjs_attach(frame->element, body, prefix, "");
    mj_deleteSpec(child);
  }
  mjModel* m = mj_compile(s, NULL);
  if (!m) fprintf(stderr, "%s%s\n", error, mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

int main(int argc, char** argv) {
  printf(
      "| scene | dofs | contacts | awake, us | asleep, us | ratio | one awake, us | ratio |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (int n = 100; n <= 10000; n *= 10) {
    char name[50];
    mjModel* m = boxes(n);
    snprintf(name, sizeof name, "%d boxes in a tray", n);
    if (m) measure(name, m);
    mj_deleteModel(m);
  }
  if (argc < 2) return 0;
  for (int n = 10; n <= 100; n *= 10) {
    char name[50];
    mjModel* m = copies(argv[1], n);
    snprintf(name, sizeof name, "%d copies, lying", n);
    if (m) measure(name, m);
    mj_deleteModel(m);
  }
  return 0;
}
