// Calls of plugins in the dynamics.
#pragma once

#include <engine/plugin_types.h>

// The plugin of instance i of the model; it is an error if the slot is not registered.
const mjpPlugin* plugin_of_instance(const mjModel* m, int i);

// Call compute of every plugin instance with the given capability, in order.
void compute_plugins(const mjModel* m, mjData* d, mjtPluginCapabilityBit capability);
