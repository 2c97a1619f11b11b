// Files of shapes, each of one material, as programs for drawing write them: OBJ with its
// materials, and what assimp reads where it is there: glTF and Collada.
#pragma once

#include <engine/base_types.h>

#include "asset/asset_type.h"
#include "asset/mesh.h"

typedef struct {
  const char* name;  // "" when it has none
  float rgba[4];
  float emission, specular, shininess, metallic, roughness;  // as of mjsMaterial; -1: not said
  const char* texture;  // its file, relative to that of the scene; NULL: none
  const void* image;    // or the bytes of that file
  size_t nimage;
} scene_material;

// Triangles; normals and texture coordinates, one a vertex, may be NULL.  Images begin at the top.
typedef struct {
  int material;  // -1: none
  int nvert, nface;
  float *vert, *normal, *texcoord;
  int* face;
} scene_shape;

// Everything in it is scratch of the mesh it was read with.
typedef struct {
  scene_material* material;
  int nmaterial;
  scene_shape* shape;
  int nshape;
  bool y_up;          // the format says that y points up; otherwise it says nothing
  char warning[240];  // "": none
} scene_file;

typedef struct {
  asset_type type;  // ASSET_OBJ or ASSET_SCENE
  const char* name;
  const char* data;
  int size;
  mjResource* resource;  // it came from: other files are looked for in its folder
  const mjVFS* vfs;
  void (*named)(void* arg,
                const char* name);  // is told of other files that were read; NULL: nobody
  void* arg;
} scene_source;

// Read a scene; refuses m when something is wrong with it.
void scene_read(scene_file* s, mesh* m, const scene_source* from);

// The two that do: scene_obj.c; scene_assimp.c, which the build may be without.
void scene_read_obj(scene_file* s, mesh* m, const scene_source* from);
void scene_read_assimp(scene_file* s, mesh* m, const scene_source* from);

// The same from a thread that holds nothing: returns a mesh whose scratch the scene is, to be
// deleted, with its problem[0] set when the file was refused; NULL without memory.
mesh* scene_open(scene_file* s, const scene_source* from);

// All shapes as the triangles of m.
void scene_join(const scene_file* s, mesh* m);

// The bytes of a file that the scene names.  resource: to be closed; NULL when it cannot be read,
// why then says what is wrong.
typedef struct {
  mjResource* resource;
  const char* data;
  int size;
  char why[300];
} scene_part;
void scene_beside(const scene_source* from, const char* name, scene_part* part);
