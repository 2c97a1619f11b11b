// The contents of a Wavefront OBJ file, for meshes (the first object) and scenes (everything).
#pragma once

#include "asset/mesh.h"

// An array that grows by doubling.
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
  int material;  // index of its name; -1: none
} obj_polygon;

// A word in the file's text, not terminated.
typedef struct {
  const char* at;
  int n;
} obj_word;

// Corner indices of polygons are only known to be in range after obj_check.
typedef struct {
  mesh* m;     // provides scratch memory, and is rejected on errors
  bool whole;  // read all objects and materials; otherwise only the first object with faces
  bool ended;  // that object is complete
  const char *at, *end;  // of the file
  int line;
  obj_floats vert, normal, texcoord;
  obj_corners face;  // of all polygons, concatenated
  obj_polygon* polygon;
  int npolygon, polygon_capacity;
  obj_word* material;  // names of materials, in order of first use
  int nmaterial, material_capacity;
  obj_word* library;  // material files
  int nlibrary, library_capacity;
  int current;     // present material
  long long work;  // remaining budget for triangulating polygons
} obj_text;

// Read a file; rejects the mesh if the file is invalid.  whole: with all objects and materials.
void obj_read(obj_text* x, mesh* m, const char* data, int size, bool whole);

// Reject polygon p, with corners c, if an index is out of range, which is only known at the end of
// the file.
void obj_check(const obj_text* x, const obj_corner* c, const obj_polygon* p);

// Triangulate a polygon of n corners c: writes triples of corner indices (room for 3 * n), returns
// the number of triangles.
int obj_triangulate(obj_text* x, const obj_corner* c, int n, int* triangle);
