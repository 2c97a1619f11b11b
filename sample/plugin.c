// A plugin of one's own: wind.  A body that names an instance of it is dragged towards the velocity
// of the air.  Here the plugin is part of the program; in a dynamic library, mjPLUGIN_LIB_INIT
// registers it when mj_loadPluginLibrary loads it.
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "show.h"

static const char model[] =
    "<mujoco>"
    "  <extension>"
    "    <plugin plugin='sample.wind'>"
    "      <instance name='breeze'>"
    "        <config key='speed' value='4'/><config key='drag' value='0.05'/>"
    "      </instance>"
    "    </plugin>"
    "  </extension>"
    "  <worldbody>"
    "    <body name='balloon' pos='0 0 10' gravcomp='1'>"
    "      <freejoint/>"
    "      <geom size='0.2' mass='0.02'/>"
    "      <plugin instance='breeze'/>"
    "    </body>"
    "  </worldbody>"
    "</mujoco>";

// Numbers of the configuration, read once for each data.
typedef struct {
  mjtNum speed, drag;
} wind;

static int wind_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;  // nothing that would change from step to step
}

static int wind_init(const mjModel* m, mjData* d, int instance) {
  wind* w = malloc(sizeof *w);
  if (!w) return -1;
  w->speed = atof(mj_getPluginConfig(m, instance, "speed"));
  w->drag = atof(mj_getPluginConfig(m, instance, "drag"));
  d->plugin_data[instance] = (uintptr_t)w;
  return w->drag < 0 ? -1 : 0;
}

static void wind_destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// Called among the passive forces of every step.
static void wind_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const wind* w = (const wind*)d->plugin_data[instance];
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_plugin[i] != instance) continue;
    mjtNum velocity[6];
    mj_objectVelocity(m, d, mjOBJ_BODY, i, velocity, 0);  // rotation first
    mjtNum force[3] = {w->speed - velocity[3], -velocity[4], -velocity[5]};
    mju_scl3(force, force, w->drag);
    mj_applyFT(m, d, force, NULL, d->xipos + 3 * i, i, d->qfrc_passive);
  }
}

int main(void) {
  static const char* const attributes[] = {"speed", "drag"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "sample.wind";
  plugin.nattribute = 2;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = wind_nstate;
  plugin.init = wind_init;
  plugin.destroy = wind_destroy;
  plugin.compute = wind_compute;
  mjp_registerPlugin(&plugin);

  mjModel* m = model_of_text(model);
  if (!m) return 1;
  mjData* d = mj_makeData(m);
  puts("  time  way of the balloon  its speed  exact");
  mjtNum worst = 0;
  for (int line = 0; line <= 8; line++) {
    while (d->time < 0.25 * line) mj_step(m, d);
    mjtNum exact = 4 * (1 - exp(-d->time * 0.05 / 0.02));  // m dv/dt = drag (speed - v)
    printf("%6.2f  %16.3f m  %7.3f  %7.3f\n", d->time, d->qpos[0], d->qvel[0], exact);
    worst = mju_max(worst, fabs(d->qvel[0] - exact));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return worst > 0.02;
}
