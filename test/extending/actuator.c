// The thrust of a propeller that moves along: gain / (1 + fall |speed|) times the control.
#include "show.h"

int main(void) {
  mjModel* m = load(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><general joint='j' gaintype='thrust' gainprm='12 0.5'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 2;
  d->qvel[0] = -3;
  mj_forward(m, d);
  expect("the force", d->actuator_force[0], 2 * 12 / (1 + 0.5 * 3), 1e-12);
  puts("right");
  return 0;
}
