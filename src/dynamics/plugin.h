// Plugins that add forces.
#pragma once

#include <engine/plugin_types.h>

// The plugin that instance i of the model runs; a slot without a plugin is an error.
const mjpPlugin* plugin_of_instance(const mjModel* m, int i);

// Call compute of every instance with a capability, in order.
void compute_plugins(const mjModel* m, mjData* d, mjtPluginCapabilityBit capability);
