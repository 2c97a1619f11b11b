// Which contacts are there, and what do they carry?  A box at rest presses with its weight.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/><body pos='0 0 .1'>"
      "<freejoint/><geom name='box' type='box' size='.1 .1 .1' mass='3'/></body></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  while (d->time < 2) mj_step(m, d);

  mjtNum total = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjtNum force[6];  // in the frame of the contact: normal first
    mj_contactForce(m, d, i, force);
    printf("%s and %s: %.3f N at %.2f %.2f\n", mj_id2name(m, mjOBJ_GEOM, d->contact[i].geom[0]),
           mj_id2name(m, mjOBJ_GEOM, d->contact[i].geom[1]), force[0], d->contact[i].pos[0],
           d->contact[i].pos[1]);
    total += force[0];
  }
  must(fabs(total - 3 * 9.81) < .01, "the floor carries the weight");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
