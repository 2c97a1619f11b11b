// The directions that the faces of a mesh look in, each a group of triangles.
//
// Normals of less than a hundredth of a degree between them are one direction.  That is no
// equivalence, so which triangles find each other depends on the search tree they are looked up in.
// The API's polygons are those of a red-black tree that is ordered by descending x, y, z, and in
// which a normal may meet a direction on the way that is not the one it finds: such a triangle
// belongs to none.
#pragma once

#include "compile/mesh.h"

// A node of the tree, without what a search does not need; nodes are numbered as they appear.
typedef struct {
  double x;      // of the normal of the first triangle
  int child[2];  // -1: none
} direction;

typedef struct {
  direction* node;
  double* normal;  // 3 a node
  int* up;         // -1: none
  bool* red;
  int n, root;  // -1: empty
} directions;

// Room for n directions in the arena of m.
directions directions_new(mesh* m, int n);

// The direction that a unit normal belongs to, made when there is none; -1 when it belongs to none.
int directions_find(directions* tree, const double normal[3]);

// Bring into the cache what n searches will look at: a search alone waits for memory at every node.
enum { WARM = 16 };  // at most
void directions_warm(const directions* tree, const double* normal, int n);

// The first in order, -1 when there is none; the one after d, -1 after the last.
int directions_first(const directions* tree);
int directions_next(const directions* tree, int d);
