// A plugin needs nothing of the library's source: with PLUGIN this file is a library of its own, a
// spring that draws every body that names it to the origin; without, the program that loads it.
#include "show.h"

#ifdef PLUGIN

static int nstate(const mjModel* m, int instance) {
  (void)m, (void)instance;
  return 0;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  mjtNum stiffness = atof(mj_getPluginConfig(m, instance, "stiffness"));
  for (int b = 1; b < m->nbody; b++) {
    mjtNum force[3];
    if (m->body_plugin[b] != instance) continue;
    mju_scl3(force, d->xipos + 3 * b, -stiffness);
    mj_applyFT(m, d, force, NULL, d->xipos + 3 * b, b, d->qfrc_passive);
  }
}

mjPLUGIN_LIB_INIT {
  static const char* const attributes[] = {"stiffness"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.spring";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nattribute = 1;
  plugin.attributes = attributes;
  plugin.nstate = nstate;
  plugin.compute = compute;
  mjp_registerPlugin(&plugin);
}

#else

int main(int argc, char** argv) {
  if (argc < 2) return printf("which library?\n"), 1;
  mj_loadPluginLibrary(argv[1]);
  mjModel* m = load(
      "<mujoco><option gravity='0 0 0'/><extension><plugin plugin='test.spring'><instance name='s'>"
      "<config key='stiffness' value='5'/></instance></plugin></extension><worldbody>"
      "<body pos='1 2 3'><freejoint/><geom size='.1'/><plugin instance='s'/></body></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int k = 0; k < 3; k++) expect("the force", d->qfrc_passive[k], -5 * (k + 1), 1e-12);
  puts("right");
  return 0;
}

#endif
