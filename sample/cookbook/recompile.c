// Change a model while it runs: edit the specification, compile again, and keep the state.
#include "recipe.h"

int main(void) {
  char error[500];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><worldbody><body name='ball'><freejoint/><geom size='.1'/></body></worldbody>"
      "</mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  while (d->time < .5) mj_step(m, d);
  mjtNum height = d->qpos[2];

  mjsBody* hat = mjs_addBody(mjs_findBody(s, "ball"), NULL);
  hat->pos[2] = .15;
  mjs_addJoint(hat, NULL)->type = mjJNT_HINGE;
  mjs_addGeom(hat, NULL)->size[0] = .05;
  must(mj_recompile(s, NULL, m, d) == 0, mjs_getError(s));

  printf("%d joints now; still at height %g, time %g\n", (int)m->njnt, d->qpos[2], d->time);
  must(m->njnt == 2 && d->qpos[2] == height, "the ball is where it was");
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return 0;
}
