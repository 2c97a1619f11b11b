// Which torques hold an arm still against gravity?  Ask inverse dynamics for zero acceleration.
#include "recipe.h"

int main(int argc, char** argv) {
  must(argc == 2, "usage: hold MODEL.xml");
  mjModel* m = load_model(argv[1]);
  must(m != NULL, "the model loads");
  m->opt.disableflags |= mjDSBL_ACTUATION | mjDSBL_CONTACT;
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nq; i++) d->qpos[i] += .3;
  mju_zero(d->qacc, (int)m->nv);
  mj_inverse(m, d);
  mju_copy(d->qfrc_applied, d->qfrc_inverse, (int)m->nv);

  mj_forward(m, d);
  printf("torques:");
  for (int i = 0; i < m->nv; i++) printf(" %.3g", d->qfrc_applied[i]);
  printf("\nlargest acceleration left: %.2g\n", mju_norm(d->qacc, (int)m->nv));
  must(mju_norm(d->qacc, (int)m->nv) < 1e-6, "nothing moves");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
