// What the compiler asks of the passes for meshes, height fields, textures and skins (asset_*.c),
// and what they get.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

typedef struct build build;

// One mesh, in the order of the specification's list.
typedef struct {
  // in: who uses it
  bool need_hull;  // by a mesh or sdf geom that can collide
  bool need_sdf;   // by a geom of type sdf
  bool by_hull;    // a geom of type mesh collides
  // out: its principal frame in the coordinates of its source; volume, or area of a shell; half
  // sizes of the box of equal inertia; bounding box in its frame as centre and half sizes
  double pos[3], quat[4];
  double volume;
  double box[3];
  double aabb[6];
  int nvert;
  bool used;  // where visuals are discarded: by anything that is left
  // id in the model; -1 when discarded
  int id;
  void* data;  // of the asset passes alone
} build_mesh;

// Compile all assets, in this order: meshes (filling b->mesh), skins, height fields, textures.
// Names are given and unique, b->mesh is allocated with the inputs set.  Errors: build_error.
// Data lives in the arena of b.
void assets_compile(build* b);

// After bodies are numbered and discarded assets are gone: set the sizes nmesh..., nskin...,
// nhfield..., ntex... and add the nodes of mesh trees to nbvh, nbvhstatic, and noct.
void assets_size(build* b);

// Append the trees of meshes to those of bodies (see nbvh), and write every array of the model that
// belongs to assets, but names and paths.  Bodies' ids are final.
void assets_fill(build* b);

// The file names to be listed in paths, in order: height fields, meshes, skins, textures; calls
// visit with the file ("" when there is none) and where its address goes.
void assets_paths(build* b, void (*visit)(void* arg, const char* file, int* pathadr), void* arg);
