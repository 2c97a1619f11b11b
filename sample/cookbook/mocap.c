// Drag a body around: weld it to a mocap body, which is where the program puts it.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body name='hand' mocap='true' pos='0 0 1'><geom size='.02' contype='0' "
      "conaffinity='0'/></body><body name='box' pos='0 0 1'><freejoint/><geom type='box' "
      "size='.1 .1 .1'/></body></worldbody><equality><weld body1='hand' body2='box'/></equality>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  int id = m->body_mocapid[mj_name2id(m, mjOBJ_BODY, "hand")];
  while (d->time < 2) {
    d->mocap_pos[3 * id] = fmin(1, d->time);  // one metre in a second, then wait
    mj_step(m, d);
  }
  printf("the box was dragged to x = %.4f\n", d->qpos[0]);
  must(fabs(d->qpos[0] - 1) < .01, "it is with the hand");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
