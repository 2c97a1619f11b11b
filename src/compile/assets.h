// Interface between the compiler and the passes for meshes, height fields, textures and skins
// (asset_*.c).
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

typedef struct build build;

// One mesh, in the order of the specification.
typedef struct {
  // in: how it is used
  bool need_hull;  // a mesh or sdf geom that can collide uses it
  bool need_sdf;   // a geom of type sdf uses it
  bool by_hull;    // a geom of type mesh collides with it
  // out: principal frame in source coordinates; volume, or area of a shell; half sizes of the box
  // of equal inertia; bounding box in its frame as centre and half sizes
  double pos[3], quat[4];
  double volume;
  double box[3];
  double aabb[6];
  int nvert;
  bool used;  // with discardvisual: whether anything that remains uses it
  // id in the model; -1 when discarded
  int id;
  void* data;  // private to the asset passes
} build_mesh;

// Compile all assets, in this order: meshes (filling b->mesh), skins, height fields, textures.
// Names must be complete and unique, and b->mesh allocated with its inputs set.  Errors:
// build_error.  The data are in the arena of b.
void assets_compile(build* b);

// After bodies have been numbered and unused assets discarded: set the sizes nmesh..., nskin...,
// nhfield..., ntex... and add the nodes of mesh trees to nbvh, nbvhstatic and noct.
void assets_size(build* b);

// Append mesh trees to those of the bodies (see nbvh), and write all asset arrays of the model
// except names and paths. Body ids must be final.
void assets_fill(build* b);

// Calls visit for every file name in the model's paths, in order: height fields, meshes, skins,
// textures; with the file ("" when there is none) and the place for its address.
void assets_paths(build* b, void (*visit)(void* arg, const char* file, int* pathadr), void* arg);
