// The directions that the faces of a mesh look in, each a group of triangles.
//
// Normals of less than a hundredth of a degree between them are one direction.  That is no
// equivalence, so which triangles find each other depends on the search tree they are looked up in.
// The API's polygons are those of a red-black tree that is ordered by descending x, y, z, and in
// which a normal may meet a direction on the way that is not the one it finds: such a triangle
// belongs to none.
//
// Where a normal would go in the tree is between its neighbours in order.  A search would visit
// the nodes above this place; normals that are far from all before them, which are most, would
// match none of these.
#pragma once

#include "asset/mesh.h"
#include "asset/rank_set.h"
#include "base/platform/compiler.h"

// Normals that are farther apart are surely not of one direction.
#define NEAR_NORMALS 0.001601

// A node of the tree.
typedef struct {
  int child[2];  // -1: none
  int up : 31;
  unsigned red : 1;
} direction;

typedef struct {
  const double* triangle;  // normals, 3 a triangle
  const int* number;       // of the direction that a triangle may make; a rank, if there is order
  const bool* isolated;    // no triangle before has a normal near to that of this one
  direction* node;         // by number
  double* normal;          // 3 a node, that of the first triangle
  rank_set known;          // directions, if there is order
  bool ordered;
  int root;  // -1: empty
} directions;

// None yet, with room for those of n triangles with unit normals, in the arena of m.
directions directions_new(mesh* m, const double* normal, int n);

// The direction that a triangle belongs to; -1 when it belongs to none.  Triangles are to be looked
// up in order, each once.  is_new: whether it is the first of its direction.
int directions_find(directions* tree, int triangle, bool* is_new);

// Let the memory come that a lookup will begin with.
static inline void directions_expect(const directions* tree, int triangle) {
  WILL_WRITE(tree->node + tree->number[triangle]);
  WILL_WRITE(tree->normal + 3 * (size_t)tree->number[triangle]);
}

// The first in order, -1 when there is none; the one after d, -1 after the last.
int directions_first(const directions* tree);
int directions_next(const directions* tree, int d);

// --- what is known before there is a tree -------------------------------------------------------

// Number n unit normals in descending order of x, then y, then z, where differences of no more than
// mjMINVAL count for none but in z.  False when there is no such order: it is no equivalence.
bool mesh_order(mesh* m, const double* normal, int n, int* rank);

// isolated[i]: it is certain that no normal before number i is nearer to it than NEAR_NORMALS.
// Where that is false nothing is known.
void mesh_isolated(mesh* m, const double* normal, int n, bool* isolated);
