// The directions that the faces of a mesh look in, each a group of triangles.
//
// Normals of less than a hundredth of a degree between them are one direction.  That is no
// equivalence, so which triangles find each other depends on the search tree they are looked up in.
// The API's polygons are those of a red-black tree that is ordered by descending x, y, z, and in
// which a normal may meet a direction on the way that is not the one it finds: such a triangle
// belongs to none.
//
// Normals that are far from all before them, which are most, need no search: they will meet nobody,
// and where they go in the tree is between their neighbours in order.
#pragma once

#include "compile/mesh.h"
#include "compile/rank_set.h"

// Normals that are farther apart are surely not of one direction.
#define NEAR_NORMALS 0.002

// A node of the tree.
typedef struct {
  double x;          // of the normal of the first triangle
  int child[2], up;  // -1: none
  bool red;
} direction;

typedef struct {
  const double* triangle;  // normals, 3 a triangle
  const int* number;       // of the direction that a triangle may make; a rank, if there is order
  const bool* lonely;      // no triangle before has a normal near to that of this one
  direction* node;         // by number
  double* normal;          // 3 a node
  rank_set known;          // directions, if there is order
  bool ordered;
  int root;  // -1: empty
} directions;

// None yet, with room for those of n triangles with unit normals, in the arena of m.
directions directions_new(mesh* m, const double* normal, int n);

// The direction that a triangle belongs to; -1 when it belongs to none.  Triangles are to be looked
// up in order, each once.  is_new: whether it is the first of its direction.
int directions_find(directions* tree, int triangle, bool* is_new);

// Bring into the cache what n searches will look at: a search alone waits for memory at every node.
enum { WARM = 16 };  // at most
void directions_warm(const directions* tree, int triangle, int n);

// The first in order, -1 when there is none; the one after d, -1 after the last.
int directions_first(const directions* tree);
int directions_next(const directions* tree, int d);

// --- what is known before there is a tree -------------------------------------------------------

// Number n unit normals in descending order of x, then y, then z, where differences of no more than
// mjMINVAL count for none but in z.  False when there is no such order: it is no equivalence.
bool mesh_order(mesh* m, const double* normal, int n, int* rank);

// Of which of n unit normals it is sure that none before is nearer than NEAR_NORMALS.
void mesh_lonely(mesh* m, const double* normal, int n, bool* lonely);
