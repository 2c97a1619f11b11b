// A nut on a vertical screw turns as it sinks: its height is pitch times angle, its weight the
// torque weight times pitch; and without friction energy is conserved.
#include "show.h"

int main(void) {
  mjModel* m = load(
      "<mujoco><option timestep='1e-4' integrator='RK4'><flag energy='enable'/></option><worldbody>"
      "<body pos='0 0 1'><joint type='screw' pos='.2 .1 0' ref='0.5'/>"
      "<geom type='box' size='.1 .2 .05'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum pitch = 0.01, mass = m->body_mass[1];
  d->qpos[0] = 2;
  mj_forward(m, d);
  expect("the height", d->xpos[5], 1 + pitch * (2 - 0.5), 1e-14);
  expect("the torque", d->qfrc_bias[0], mass * 9.81 * pitch, 1e-10);
  mjtNum before = d->energy[0] + d->energy[1], top = d->qpos[0];
  for (int i = 0; i < 5000; i++) mj_step(m, d);
  mj_forward(m, d);
  if (!(d->qpos[0] < top - 0.1)) return printf("it does not sink\n"), 1;
  expect("the energy", d->energy[0] + d->energy[1], before, 1e-9);
  puts("right");
  return 0;
}
