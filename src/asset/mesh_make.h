// From the source of a mesh to the mesh, on any thread.
#pragma once

#include <engine/plugin_types.h>

#include "asset/asset_type.h"
#include "asset/mesh.h"

// Where triangles come from: a file's bytes, inline data, or both.
typedef struct {
  const spec_mesh* src;
  asset_type type;  // of the file
  const unsigned char* data;
  int size;              // 0: no file
  mjResource* resource;  // the file, and what it names is looked for in
  const mjVFS* vfs;
  const mjpPlugin* plugin;  // or a plugin's surface, with its attributes
  const mjtNum* attributes;
} mesh_source;

// Read and make; false when the mesh is refused, m->problem then says why.  threads: whether a
// second thread may help, which changes nothing but the time it takes.
bool mesh_make(mesh* m, const mesh_source* source, bool threads);

// The reading alone (mesh_read.c); refuses what is wrong.
void mesh_read(mesh* m, const mesh_source* source);
