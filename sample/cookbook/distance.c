// How far are two shapes apart, and where are they closest?
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><geom name='ball' size='.2'/>"
      "<geom name='box' type='box' size='.1 .1 .1' pos='1 0 0'/></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum ends[6];
  mjtNum apart = mj_geomDistance(m, d, 0, 1, 10, ends);
  printf("%g m apart, from x = %g to x = %g\n", apart, ends[0], ends[3]);
  must(fabs(apart - .7) < 1e-6, "0.7 m are between them");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
