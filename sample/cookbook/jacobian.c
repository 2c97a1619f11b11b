// How does a point move when joints do?  The Jacobian of a site, checked against its velocity.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='.5 0 0'/>"
      "<body pos='1 0 0'><joint axis='0 0 1'/><geom size='.1' pos='.5 0 0'/>"
      "<site name='tip' pos='1 0 0'/></body></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = .3, d->qpos[1] = -.4, d->qvel[0] = 1, d->qvel[1] = 2;
  mj_forward(m, d);
  int tip = mj_name2id(m, mjOBJ_SITE, "tip");
  mjtNum jacobian[6], velocity[3], measured[6];
  mj_jacSite(m, d, jacobian, NULL, tip);
  mju_mulMatVec(velocity, jacobian, d->qvel, 3, (int)m->nv);
  mj_objectVelocity(m, d, mjOBJ_SITE, tip, measured, 0);  // angular, then linear
  printf("%g %g %g\n", velocity[0], velocity[1], velocity[2]);
  for (int i = 0; i < 3; i++) must(fabs(velocity[i] - measured[3 + i]) < 1e-12, "J qvel is it");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
