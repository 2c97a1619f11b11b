// The data structures for building bounding volume hierarchies: rounded items and boxes.
#pragma once

#include <math.h>
#include <stdbool.h>

#include "asset/bvh.h"
#include "asset/bvh_select.h"
#include "asset/triple.h"
#include "spec/pose.h"

// A box in steps: its smallest coordinates, then its negated largest ones, so that the union of
// boxes is an elementwise minimum; the last two elements are unused.
typedef struct {
  _Alignas(16) int16_t edge[8];
} small_box;

// A rounded item; members that are used together are adjacent.
typedef struct {
  small_box box;
  uint32_t place[3], unused;
} small_item;

typedef struct {
  const bvh_nodes* nodes;
  const bvh_items* items;
  const small_item* item;
  int box_apart;   // edges that differ by more steps are surely different
  uint64_t apart;  // positions at least this many steps apart are surely different
  selector select;
} builder;

static inline double point_of(const builder* b, int item, int axis) {
  return b->items->point[3 * (size_t)item + (size_t)axis];
}

// --- boxes --------------------------------------------------------------------------------------

// Smallest and largest coordinates.
typedef struct {
  triple low, high;
} box;

static inline void unite(box* sum, const box* other) {
  triple_lower(&sum->low, &other->low);
  triple_higher(&sum->high, &other->high);
}

static inline size_t corner_of(const bvh_items* items, int item, int k) {
  size_t at = (size_t)items->corners * (size_t)item + (size_t)k;
  return items->corner ? (size_t)items->corner[at] : at;
}

static inline void take_box(box* around, const bvh_items* items, int item) {
  const triple first = TRIPLE(items->place + 3 * corner_of(items, item, 0));
  box sum = {first, first};
  for (int c = 1; c < items->corners; c++) {
    const triple place = TRIPLE(items->place + 3 * corner_of(items, item, c));
    const box corner = {place, place};
    unite(&sum, &corner);
  }
  *around = sum;
}

// Make sure that no box is flat.
static inline void thicken(box* flat) {
  const triple eps = {COMPILE_EPS, COMPILE_EPS, COMPILE_EPS};
  const triple more = (triple)((flat->high - flat->low < eps) & (triple_mask)eps);
  flat->low -= more;
  flat->high += more;
}

// The longest edge of a thickened box.
static inline int longest(const box* thick) {
  const triple edge = thick->high - thick->low;
  int axis = edge[1] >= edge[0] + COMPILE_EPS ? 1 : 0;
  return edge[2] >= (axis ? edge[1] : edge[0]) + COMPILE_EPS ? 2 : axis;
}

// --- nodes --------------------------------------------------------------------------------------

// Write a node; thick: its thickened box.
static inline void write_node(const bvh_nodes* t, int node, int depth, int fork, const box* thick) {
  const triple middle = (thick->low + thick->high) / 2, half = (thick->high - thick->low) / 2;
  triple_store(t->aabb + 6 * (size_t)node, &middle);
  triple_store(t->aabb + 6 * (size_t)node + 3, &half);
  t->depth[node] = (signed char)depth;
  t->fork[node] = fork;
}

static inline void write_leaf(const builder* b, int node, int depth, int item, const box* thick) {
  write_node(b->nodes, node, depth, b->items->id ? b->items->id[item] : item, thick);
}

// Builds the bottom of the tree, for at most FEW_ITEMS items (bvh_few.c).  around: their box, not
// thickened.  Returns false where rounding hides their order.
enum { FEW_ITEMS = 32 };
bool build_few(const builder* b, const key* k, int n, int depth, int node, box* around);
