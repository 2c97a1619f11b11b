// Triangulates the zero set of a plugin's signed distance function.
#pragma once

#include <engine/plugin_types.h>

#include "asset/mesh.h"

// Sample the function on a grid over its box and extract the surface by marching cubes.
void mesh_sample(mesh* m, const mjpPlugin* plugin, const mjtNum* attributes);
