// Bounding-box trees over the geoms of a body or the faces of a mesh.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <engine/scalar.h>

// The nodes of a tree in pre-order; sized by the caller to 2n-1 nodes for n boxes.  Invariant: the
// children of a node are the next one and a later one, a level deeper each, and their boxes lie in
// its own but for rounding; every node is reached from the root once.
typedef struct {
  mjtNum* aabb;        // 6 a node: centre, half sizes
  int* fork;           // of a leaf what it holds, from 0 on; elsewhere see bvh_second
  signed char* depth;  // 0 at the root
  int count;
} bvh_nodes;

// Whether the invariant holds.
bool bvh_valid(const bvh_nodes* t);

static inline bool bvh_is_leaf(const bvh_nodes* t, int node) { return t->fork[node] >= 0; }

// The second child of a node that is no leaf; the first is the next node.
static inline int bvh_second(const bvh_nodes* t, int node) { return node - t->fork[node]; }

// The same as the model has it, for the nodes [first, last): 2 children a node, or -1 and -1; what
// a leaf holds, or -1; the depth.
void bvh_write(const bvh_nodes* t, size_t first, size_t last, int* child, int* nodeid, int* depth);

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

// Make the tree over the things: each node is split in two halves by the median along the longest
// edge of its box; first come first among equals.
void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch);
