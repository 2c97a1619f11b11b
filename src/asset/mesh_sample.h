// The surface of a plugin's signed-distance function as triangles.
#pragma once

#include <engine/plugin_types.h>

#include "asset/mesh.h"

// Sample the function on a grid over its box, and follow its zero with marching cubes.
void mesh_sample(mesh* m, const mjpPlugin* plugin, const mjtNum* attributes);
