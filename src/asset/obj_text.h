// What a Wavefront OBJ file says, as a mesh (its first object) and a scene (all of it) are made of
// it.
#pragma once

#include "asset/mesh.h"

// A list that doubles.
typedef struct {
  float* data;
  int size, capacity;
} obj_floats;

typedef struct {
  int vert, texcoord, normal;  // -1: none
} obj_corner;

typedef struct {
  obj_corner* data;
  int size, capacity;
} obj_corners;

typedef struct {
  int ncorner, line;
  int material;  // index of its name; -1: none was said
} obj_polygon;

// A word of the file, not terminated.
typedef struct {
  const char* at;
  int n;
} obj_word;

// Indices of corners in polygons are in range once obj_check has seen them.
typedef struct {
  mesh* m;     // whose scratch it is made of, and which is refused
  bool whole;  // all objects and their materials; otherwise the first object that has faces
  bool ended;  // that has
  const char *at, *end;  // of the file
  int line;
  obj_floats vert, normal, texcoord;
  obj_corners face;  // of the polygons, one after another
  obj_polygon* polygon;
  int npolygon, polygon_capacity;
  obj_word* material;  // names of materials, in the order of their first use
  int nmaterial, material_capacity;
  obj_word* library;  // files of materials
  int nlibrary, library_capacity;
  int current;     // material
  long long work;  // that may still go into polygons
} obj_text;

// Read a file; refuses the mesh where it is none.  whole: with all objects, and their materials.
void obj_read(obj_text* x, mesh* m, const char* data, int size, bool whole);

// Refuse polygon p, with corners c, if it refers to what is not there: only the end of a file
// tells.
void obj_check(const obj_text* x, const obj_corner* c, const obj_polygon* p);

// The triangles of a polygon of n corners c: triples of indices of its corners, in room for 3 * n;
// returns how many triangles.
int obj_triangulate(obj_text* x, const obj_corner* c, int n, int* triangle);
