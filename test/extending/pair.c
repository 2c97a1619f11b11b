// The lowest point of a tilted ellipsoid is found exactly: its height is z - sqrt(sum (s_k
// R_zk)^2).
#include "show.h"

int main(void) {
  mjModel* m = load(
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='.1 .2 .2' euler='30 50 70'>"
      "<freejoint/><geom type='ellipsoid' size='.1 .2 .4'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  expect("contacts", d->ncon, 1, 0);
  mjtNum square = 0;
  for (int k = 0; k < 3; k++) square += pow(m->geom_size[3 + k] * d->geom_xmat[9 + 6 + k], 2);
  expect("the distance", d->contact[0].dist, 0.2 - sqrt(square), 1e-15);
  puts("right");
  return 0;
}
