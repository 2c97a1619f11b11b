// The directions that the faces of a mesh are oriented in, each a group of triangles.
//
// Normals less than a hundredth of a degree apart are one direction.  This is no equivalence
// relation, so the grouping depends on the search tree.  The API's polygons are those of a
// red-black tree ordered by descending x, y, z, in which a normal may meet a matching direction on
// the way that is not the one it finds: such a triangle belongs to no direction.
//
// The place where a normal would be inserted is between its neighbours in order.  A search visits
// the nodes above this place; most normals are far from all earlier ones and match none of these
// nodes.
#pragma once

#include "asset/mesh.h"
#include "asset/rank_set.h"
#include "base/platform/compiler.h"

// Normals farther apart than this are surely of different directions.
#define NEAR_NORMALS 0.001601

// A node of the tree.
typedef struct {
  int child[2];  // -1: none
  int up : 31;
  unsigned red : 1;
} direction;

typedef struct {
  const double* triangle;  // normals, 3 a triangle
  const int* number;       // number of the direction that a triangle would start; its rank, if the
                           // normals could be ordered
  const bool* isolated;    // whether no earlier triangle has a normal close to this one
  direction* node;         // indexed by number
  double* normal;          // 3 numbers per node: the normal of its first triangle
  rank_set known;          // the numbers in the tree, if the normals could be ordered
  bool ordered;
  int root;  // -1: empty
} directions;

// An empty tree, with room for n triangles with unit normals, in the arena of m.
directions directions_new(mesh* m, const double* normal, int n);

// The direction of a triangle; -1 when it has none.  Triangles must be looked up in order, each
// once.  is_new: whether it is the first of its direction.
int directions_find(directions* tree, int triangle, bool* is_new);

// Prefetch what a look-up reads first.
static inline void directions_expect(const directions* tree, int triangle) {
  WILL_WRITE(tree->node + tree->number[triangle]);
  WILL_WRITE(tree->normal + 3 * (size_t)tree->number[triangle]);
}

// The first direction in order, -1 when there is none; the one after d, -1 after the last.
int directions_first(const directions* tree);
int directions_next(const directions* tree, int d);

// --- preparation --------------------------------------------------------------------------------

// Rank n unit normals in descending order of x, then y, then z, where differences up to mjMINVAL
// are ignored except in z.  False when this is no equivalence relation, and so defines no order.
bool mesh_order(mesh* m, const double* normal, int n, int* rank);

// isolated[i]: certainly no normal before number i is closer to it than NEAR_NORMALS.  False means
// unknown.
void mesh_isolated(mesh* m, const double* normal, int n, bool* isolated);
