// What a link of URDF is made of: inertia, and the geoms that are seen and that collide.
#pragma once

#include "base/hash.h"
#include "mjcf/read.h"

typedef struct urdf_mesh urdf_mesh;

// What links share.  Zero-initialise; urdf_shared_free when done.
typedef struct {
  hash_table material;  // name to its place among colors
  const xml_node** color;
  int ncolor;
  hash_table geom_name;  // names that have been given
  hash_table mesh_base;  // name of a mesh without its number to the last mesh of it
  urdf_mesh** mesh;
  int nmesh;
  int repeated;  // names of geoms
  const xml_node* first_repeated;
} urdf_shared;

// Collect the materials that are defined anywhere in the robot; of several with one name the first
// counts.
void urdf_find_materials(reader* r, const xml_node* root, urdf_shared* shared);

// Read the inertia and the geoms of a link into its body.
void urdf_read_link(reader* r, const xml_node* node, mjsBody* body, urdf_shared* shared);

void urdf_shared_free(urdf_shared* shared);
