// Files with several shapes and their materials, as modelling programs write them: OBJ with MTL
// files and, if assimp is available, glTF and Collada.
#pragma once

#include <engine/base_types.h>

#include "asset/asset_type.h"
#include "asset/mesh.h"

typedef struct {
  const char* name;  // "" when it has none
  float rgba[4];
  float emission, specular, shininess, metallic, roughness;  // as in mjsMaterial; -1: not given
  const char* texture;  // file name relative to that of the scene; NULL: none
  const void* image;    // or the bytes of that file
  size_t nimage;
} scene_material;

// Triangles; normals and texture coordinates are per vertex and may be NULL.  Image origin: top
// left.
typedef struct {
  int material;  // -1: none
  int nvert, nface;
  float *vert, *normal, *texcoord;
  int* face;
} scene_shape;

// All its data are scratch of the mesh it was read with.
typedef struct {
  scene_material* material;
  int nmaterial;
  scene_shape* shape;
  int nshape;
  bool y_up;          // the format defines y as up; else unknown
  char warning[240];  // "": none
} scene_file;

typedef struct {
  asset_type type;  // ASSET_OBJ or ASSET_SCENE
  const char* name;
  const char* data;
  int size;
  mjResource* resource;  // the scene's file; other files are resolved relative to it
  const mjVFS* vfs;
  void (*named)(void* arg,
                const char* name);  // called with other files that were read; may be NULL
  void* arg;
} scene_source;

// Read a scene; rejects m on errors.
void scene_read(scene_file* s, mesh* m, const scene_source* from);

// The two implementations: scene_obj.c; scene_assimp.c, which is optional.
void scene_read_obj(scene_file* s, mesh* m, const scene_source* from);
void scene_read_assimp(scene_file* s, mesh* m, const scene_source* from);

// The same without an existing mesh: returns a mesh whose scratch holds the scene, to be deleted;
// its problem[0] is set when the file was rejected.  NULL without memory.
mesh* scene_open(scene_file* s, const scene_source* from);

// Join all shapes into the triangles of m.
void scene_join(const scene_file* s, mesh* m);

// The bytes of a file that the scene refers to.  resource must be closed; NULL when it cannot be
// read, and `why` says what is wrong.
typedef struct {
  mjResource* resource;
  const char* data;
  int size;
  char why[300];
} scene_part;
void scene_beside(const scene_source* from, const char* name, scene_part* part);
