// The speed of a site is the length of what a velocimeter measures there.
#include "show.h"

int main(void) {
  mjModel* m = load(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><site name='s' pos='.3 .2 .1'/></body>"
      "</worldbody><sensor><sitespeed name='speed' site='s' cutoff='100'/><velocimeter site='s'/>"
      "</sensor></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 6; i++) d->qvel[i] = 1 + 0.3 * i;
  mj_forward(m, d);
  expect("the speed", d->sensordata[0], mju_norm3(d->sensordata + 1), 1e-12);
  if (!(d->sensordata[0] > 1)) return printf("nothing moves\n"), 1;
  puts("right");
  return 0;
}
