// Save a state, try something, and come back to it: the same bits follow.
#include "recipe.h"

int main(int argc, char** argv) {
  must(argc == 2, "usage: branch MODEL.xml");
  mjModel* m = load_model(argv[1]);
  must(m != NULL, "the model loads");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 100; i++) mj_step(m, d);

  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mjtNum end[2];
  for (int k = 0; k < 2; k++) {
    mj_setState(m, d, state, mjSTATE_INTEGRATION);
    for (int i = 0; i < 100; i++) mj_step(m, d);
    end[k] = d->qpos[m->nq - 1];
  }
  printf("last position: %.17g both times\n", end[0]);
  must(end[0] == end[1], "the same state leads to the same bits");
  free(state);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
