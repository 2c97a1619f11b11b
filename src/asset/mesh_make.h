// Making a mesh from its source, on any thread.
#pragma once

#include <engine/plugin_types.h>

#include "asset/asset_type.h"
#include "asset/mesh.h"

// The source of triangles: a file's bytes, inline data, or both.
typedef struct {
  const spec_mesh* src;
  asset_type type;  // of the file
  const unsigned char* data;
  int size;              // 0: no file
  mjResource* resource;  // the file; files that it refers to are resolved relative to it
  const mjVFS* vfs;
  const mjpPlugin* plugin;  // or a plugin's surface, with its attributes
  const mjtNum* attributes;
} mesh_source;

// Read and compute; false when the mesh is rejected, m->problem then says why.  threads: whether a
// second thread may be used; it affects only the time.
bool mesh_make(mesh* m, const mesh_source* source, bool threads);

// Reading only (mesh_read.c); rejects invalid sources.
void mesh_read(mesh* m, const mesh_source* source);
