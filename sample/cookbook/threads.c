// Simulate many copies at once: one model, data for every thread, a pool.
#include "recipe.h"

enum { COPIES = 8 };

typedef struct {
  const mjModel* m;
  mjData* d;
} run;

static void* simulate(void* arg) {
  run* r = arg;
  for (int i = 0; i < 200; i++) mj_step(r->m, r->d);
  return arg;
}

int main(int argc, char** argv) {
  must(argc == 2, "usage: threads MODEL.xml");
  mjModel* m = load_model(argv[1]);
  must(m != NULL, "the model loads");
  mjThreadPool* pool = mju_threadPoolCreate(2);
  run runs[COPIES];
  mjTask task[COPIES];
  for (int i = 0; i < COPIES; i++) {
    runs[i] = (run){m, mj_makeData(m)};
    mju_defaultTask(task + i);
    task[i].func = simulate;
    task[i].args = runs + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  for (int i = 0; i < COPIES; i++) mju_taskJoin(task + i);
  printf("%d times position %.17g\n", COPIES, runs[0].d->qpos[0]);
  for (int i = 0; i < COPIES; i++) {
    must(!memcmp(runs[i].d->qpos, runs[0].d->qpos, sizeof(mjtNum) * (size_t)m->nq),
         "threads do not change a bit");
  }
  for (int i = 0; i < COPIES; i++) mj_deleteData(runs[i].d);
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
  return 0;
}
