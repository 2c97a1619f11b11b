// Steps to be counted by callgrind, see count.sh:
//
//   bench_count MODEL.xml STEPS [where]
//
// With a third word it prints the address of mj_step, for waits.sh.
// Only the steps are instrumented, not loading the model and the first steps.
#include <engine/engine.h>

#include <stdio.h>
#include <stdlib.h>

#include "drive.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

enum { FIRST = 20 };

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: bench_count MODEL.xml STEPS\n");
    return 2;
  }
  char error[1000] = "";
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  if (argc > 3) printf("%p\n", (void*)(size_t)&mj_step);
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  int n = atoi(argv[2]);
  for (int i = 0; i < FIRST + n; i++) {
    plan_controls(m, d->ctrl, i);
    if (i >= FIRST) CALLGRIND_START_INSTRUMENTATION;
    mj_step(m, d);
    if (i >= FIRST) CALLGRIND_STOP_INSTRUMENTATION;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
