// Signed distance of one geom, whatever its type: formulas, octrees, plugins.
#pragma once

#include <engine/plugin_types.h>

// The source of the distances of a geom.
typedef struct {
  const mjpPlugin* plugin;  // NULL: formula, octree or hull
  int id;                   // instance of the plugin, or geom
  int type;                 // mjtGeom
} sdf_source;

sdf_source sdf_source_of(const mjModel* m, int geom);

// Distance at x and its gradient (not always of unit length) there, in the frame of the geom.
mjtNum sdf_distance(const mjModel* m, const mjData* d, sdf_source s, const mjtNum x[3]);
void sdf_gradient(const mjModel* m, const mjData* d, sdf_source s, mjtNum gradient[3],
                  const mjtNum x[3]);

// Tell the plugin, if there is one, that a new query begins.
void sdf_reset(const mjModel* m, const mjData* d, sdf_source s);
