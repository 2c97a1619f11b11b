#include "dynamics/plugin.h"

#include <engine/base.h>
#include <engine/model.h>

const mjpPlugin* plugin_of_instance(const mjModel* m, int i) {
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[i]);
  if (!plugin) mju_error("plugin instance %d: there is no plugin in slot %d", i, m->plugin[i]);
  return plugin;
}

void compute_plugins(const mjModel* m, mjData* d, mjtPluginCapabilityBit capability) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = plugin_of_instance(m, i);
    if (!(plugin->capabilityflags & capability)) continue;
    if (!plugin->compute) {
      mju_error("plugin in slot %d has no compute function", m->plugin[i]);
      return;
    }
    plugin->compute(m, d, i, capability);
  }
}
