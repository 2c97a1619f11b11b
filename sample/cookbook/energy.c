// How well is energy conserved?  Compare integrators on a pendulum without friction.
#include "recipe.h"

static const char text[] =
    "<mujoco><option timestep='.01'><flag energy='enable'/></option><worldbody>"
    "<body><joint axis='0 1 0' ref='0'/><geom type='capsule' fromto='0 0 0 1 0 0' size='.02'/>"
    "</body></worldbody></mujoco>";

static mjtNum drift(int integrator) {
  mjModel* m = model_of_text(text);
  mjData* d = mj_makeData(m);
  m->opt.integrator = integrator;
  mj_forward(m, d);
  mjtNum start = d->energy[0] + d->energy[1], worst = 0;
  for (int i = 0; i < 1000; i++) {
    mj_step(m, d);
    worst = fmax(worst, fabs(d->energy[0] + d->energy[1] - start));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return worst;
}

int main(void) {
  mjtNum euler = drift(mjINT_EULER), rk4 = drift(mjINT_RK4);
  printf("largest drift in 10 s: Euler %.2g J, RK4 %.2g J\n", euler, rk4);
  must(rk4 < 1e-3 * euler, "RK4 keeps energy far better");
  return 0;
}
