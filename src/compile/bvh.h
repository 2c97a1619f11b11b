// Bounding-box trees over the geoms of a body or the faces of a mesh.
#pragma once

#include <stddef.h>
#include <engine/scalar.h>

// Nodes of one or more trees, appended to; sized by the caller to 2n-1 nodes for n boxes.
typedef struct {
  mjtNum* aabb;  // 6 a node: centre, half sizes
  int* child;    // 2 a node, relative to its tree's root; -1, -1 in leaves
  int* nodeid;   // what a leaf holds; -1 elsewhere
  int* depth;    // 0 at the root
  int count;     // nodes so far
} bvh_nodes;

// The things to hold.  A box is that around the corners of a thing, places that things may share.
typedef struct {
  const mjtNum* place;  // 3 a place
  int nplace;
  const int* corner;    // places, `corners` a thing; NULL: 0, 1, 2, ...
  int corners;          // 1 or more
  const mjtNum* point;  // 3 a thing: what orders them along the axis of a split
  const int* id;        // what a leaf is to hold; NULL: the number of the thing
  int n;                // more than 0
  double around[6];     // a box that holds all boxes: smallest coordinates, then largest
} bvh_items;

// Things with boxes of their own: smallest coordinates, then largest.
bvh_items bvh_boxes(const mjtNum* box, const mjtNum* point, const int* id, int n);

// Bytes of scratch for n things and their places, aligned for any type.
double bvh_scratch(int n, int nplace);

// Append the tree over the things: nodes in pre-order, each split in two halves by the median along
// the longest edge of its box; first come first among equals.
void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch);
