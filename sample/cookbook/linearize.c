// Linearise a step: A = dx'/dx and B = dx'/du, exactly.
#include <engine/derivative.h>

#include "recipe.h"

int main(int argc, char** argv) {
  must(argc == 2, "usage: linearize MODEL.xml");
  mjModel* m = load_model(argv[1]);
  must(m != NULL && m->nv == 2 && m->nu == 1, "a cart and a pole");
  mjData* d = mj_makeData(m);
  mjtNum A[16], B[4], change = 1e-6;
  engStepDerivatives out = {.A = A, .B = B};
  must(eng_stepDerivatives(m, d, 0, &out) == engDERIV_OK, "the step has derivatives");
  for (int i = 0; i < 4; i++) {
    printf("%9.5f %9.5f %9.5f %9.5f  | %9.6f\n", A[4 * i], A[4 * i + 1], A[4 * i + 2], A[4 * i + 3],
           B[i]);
  }
  // a small push: what the step does is what the matrix says
  mj_step(m, d);
  mjtNum rest = d->qvel[0];
  mj_resetData(m, d);
  d->ctrl[0] = change;
  mj_step(m, d);
  must(fabs((d->qvel[0] - rest) / change - B[2]) < 1e-6, "B is the effect of the control");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
