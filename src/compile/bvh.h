// Bounding-box trees over the geoms of a body or the faces of a mesh.
#pragma once

#include <engine/scalar.h>

// Nodes of one or more trees, appended to; sized by the caller to 2n-1 nodes for n boxes.
typedef struct {
  mjtNum* aabb;  // 6 a node: centre, half sizes
  int* child;    // 2 a node, relative to its tree's root; -1, -1 in leaves
  int* nodeid;   // what a leaf holds; -1 elsewhere
  int* depth;    // 0 at the root
  int count;     // nodes so far
} bvh_nodes;

// One thing to hold.
typedef struct {
  double min[3], max[3];
  double point[3];  // orders the things along the axis of a split
  int id;           // of what: in the leaf
} bvh_item;

// Scratch, two for each item.
typedef struct {
  double place;
  int item;
} bvh_key;

// Append the tree over n > 0 items: nodes in pre-order, each split in two halves by the median
// along the longest edge of its box; first come first among equals.  Returns its depth.
int bvh_build(bvh_nodes* nodes, const bvh_item* item, bvh_key* key, int n);
