// Change masses between runs without compiling: set them, and let derived constants follow.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body name='load'><joint type='slide' axis='0 0 1' stiffness='100'/>"
      "<geom size='.1' mass='1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  int load = mj_name2id(m, mjOBJ_BODY, "load");
  for (int k = 1; k <= 3; k++) {
    mj_resetData(m, d);
    mjtNum factor = k / m->body_mass[load];
    m->body_mass[load] *= factor;
    mju_scl3(m->body_inertia + 3 * load, m->body_inertia + 3 * load, factor);
    mj_setConst(m, d);
    mj_forward(m, d);
    printf("%d kg: a unit of force accelerates by %.3f m/s^2\n", k, m->dof_invweight0[0]);
    must(fabs(m->dof_invweight0[0] * k - 1) < 1e-9, "what follows from the mass has followed");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
