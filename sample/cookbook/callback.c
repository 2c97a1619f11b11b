// Control by a callback: it runs within every step, when positions and velocities are known.
#include "recipe.h"

static void damp(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = -5 * d->qvel[m->jnt_dofadr[m->actuator_trnid[2 * i]]];
}

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1' pos='1 0 0' "
      "mass='1'/>"
      "</body></worldbody><actuator><motor joint='j'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  mjcb_control = damp;
  while (d->time < 20) mj_step(m, d);
  printf("at rest after 20 s: angle %.4f rad, speed %.1g rad/s\n", d->qpos[0], d->qvel[0]);
  must(fabs(d->qvel[0]) < 1e-3, "damping has stopped it");
  mj_resetCallbacks();
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
