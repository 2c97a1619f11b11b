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

// The things to hold, i from 0; for i the box (smallest coordinates, then largest) and the point
// that orders them along the axis of a split.
typedef struct {
  const void* of;
  void (*box)(const void* of, int i, double box[6]);
  void (*point)(const void* of, int i, double point[3]);
  int (*id)(const void* of, int i);  // what a leaf is to hold
  int n;                             // more than 0
  double around[6];                  // a box that holds all boxes
} bvh_items;

// Things in an array.
typedef struct {
  double box[6], point[3];
  int id;
} bvh_item;

bvh_items bvh_array(const bvh_item* item, int n);

// Bytes of scratch for n items, aligned for any type.
double bvh_scratch(int n);

// Append the tree over the items: nodes in pre-order, each split in two halves by the median along
// the longest edge of its box; first come first among equals.
void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch);
