// Push a body with a force in the world: momentum is force times time.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><option gravity='0 0 0'/><worldbody><body name='puck'><freejoint/>"
      "<geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  int puck = mj_name2id(m, mjOBJ_BODY, "puck");
  d->xfrc_applied[6 * puck] = 4;  // N along x; it stays until it is changed
  int steps = (int)(.5 / m->opt.timestep + .5);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  printf("4 N for %g s on 2 kg: %g m/s\n", d->time, d->qvel[0]);
  must(fabs(2 * d->qvel[0] - 4 * d->time) < 1e-9, "momentum is force times time");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
