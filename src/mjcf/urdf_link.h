// Reads the contents of a URDF link: inertia, visual and collision geoms.
#pragma once

#include "base/hash.h"
#include "mjcf/read.h"

typedef struct urdf_mesh urdf_mesh;

// Data shared by all links.  Zero-initialise; urdf_shared_free when done.
typedef struct {
  hash_table material;  // from name to index in colors
  const xml_node** color;
  int ncolor;
  hash_table geom_name;  // names in use
  hash_table mesh_base;  // from the base name of a mesh to the last mesh with it
  urdf_mesh** mesh;
  int nmesh;
  int repeated;  // number of repeated geom names
  const xml_node* first_repeated;
} urdf_shared;

// Collect the materials defined anywhere in the robot; of several with the same name the first is
// used.
void urdf_find_materials(reader* r, const xml_node* root, urdf_shared* shared);

// Read the inertia and the geoms of a link into its body.
void urdf_read_link(reader* r, const xml_node* node, mjsBody* body, urdf_shared* shared);

void urdf_shared_free(urdf_shared* shared);
