// Use a plugin: load the library it comes in, then a model that names it.
//
//   plugins LIBRARY
#include "recipe.h"

static const char servo[] =
    "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='gains'>"
    "<config key='kp' value='40'/><config key='ki' value='20'/><config key='kd' value='4'/>"
    "</instance></plugin></extension><worldbody><body><joint name='j' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.03' mass='1'/></body></worldbody>"
    "<actuator><plugin joint='j' plugin='mujoco.pid' instance='gains' actdim='1'/></actuator>"
    "</mujoco>";

int main(int argc, char** argv) {
  must(argc == 2, "usage: plugins LIBRARY");
  mj_loadPluginLibrary(argv[1]);
  for (int i = 0; i < mjp_pluginCount(); i++) printf("%s\n", mjp_getPluginAtSlot(i)->name);
  mjModel* m = model_of_text(servo);
  must(m != NULL, "the model loads");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = -.5;
  while (d->time < 10) mj_step(m, d);
  printf("asked for -0.5, is at %.4f\n", d->qpos[0]);
  must(fabs(d->qpos[0] + .5) < .01, "the integral holds the arm up");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
