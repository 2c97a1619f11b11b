// Bounding volume hierarchies over the geoms of a body or the faces of a mesh.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <engine/scalar.h>

// The nodes of a tree in pre-order; the caller allocates 2n-1 nodes for n boxes.  Invariant: the
// children of a node are the next node and a later one, one level deeper, and their boxes lie in
// its own up to rounding; every node is reached from the root exactly once.
typedef struct {
  mjtNum* aabb;        // 6 numbers per node: centre, half sizes
  int* fork;           // leaf: index of its item, >= 0; other nodes: see bvh_second
  signed char* depth;  // 0 at the root
  int count;
} bvh_nodes;

// Whether the invariant holds.
bool bvh_valid(const bvh_nodes* t);

static inline bool bvh_is_leaf(const bvh_nodes* t, int node) { return t->fork[node] >= 0; }

// The second child of an inner node; the first is the next node.
static inline int bvh_second(const bvh_nodes* t, int node) { return node - t->fork[node]; }

// Convert the nodes [first, last) to the model's arrays: two children per node, or -1 and -1; the
// item of a leaf, or -1; the depth.
void bvh_write(const bvh_nodes* t, size_t first, size_t last, int* child, int* nodeid, int* depth);

// The items.  The box of an item is that of its corners, which are positions that items may share.
typedef struct {
  const mjtNum* place;  // positions, 3 numbers each
  int nplace;
  const int* corner;    // indices of positions, `corners` per item; NULL: 0, 1, 2, ...
  int corners;          // 1 or more
  const mjtNum* point;  // 3 numbers per item: they are sorted by this point
  const int* id;        // what the leaf of an item stores; NULL: the item's index
  int n;                // more than 0
  double around[6];     // a box that contains all boxes: smallest coordinates, then largest
} bvh_items;

// Items that are boxes: smallest coordinates, then largest.
bvh_items bvh_boxes(const mjtNum* box, const mjtNum* point, const int* id, int n);

// Size of the scratch for n items and their positions, in bytes; aligned for any type.
double bvh_scratch(int n, int nplace);

// Build the tree: each node is split at the median along the longest edge of its box; ties keep the
// order of items.
void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch);
