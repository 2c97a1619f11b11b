// Hold something, then let go: switch an equality constraint while the simulation runs.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body name='ball' pos='0 0 2'><freejoint/><geom size='.1'/></body>"
      "</worldbody><equality><weld name='magnet' body1='ball'/></equality></mujoco>");
  mjData* d = mj_makeData(m);
  int magnet = mj_name2id(m, mjOBJ_EQUALITY, "magnet");
  while (d->time < 1) mj_step(m, d);
  mjtNum held = d->qpos[2];
  d->eq_active[magnet] = 0;
  while (d->time < 1.5) mj_step(m, d);
  printf("held at %.4f m, then fell to %.3f m\n", held, d->qpos[2]);
  must(fabs(held - 2) < .01 && d->qpos[2] < 1, "it was held, and fell");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
