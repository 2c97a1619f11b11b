// A held joint comes to where it is held, against gravity.
#include "show.h"

int main(void) {
  mjModel* m = load(
      "<mujoco><worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1' pos='.5 0 0'/></body>"
      "</worldbody><equality><hold joint1='j' polycoef='0.4' solref='0.01 1' solimp='.99 .999 "
      ".001'/>"
      "</equality></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2000; i++) mj_step(m, d);
  expect("rows", d->nefc, 1, 0);
  expect("the angle", d->qpos[0], 0.4, 2e-3);
  expect("the torque", d->efc_force[0], d->qfrc_bias[0], 1e-6);
  puts("right");
  return 0;
}
