#include "compile/bvh.h"

#include <math.h>
#include <string.h>

#include "compile/pose.h"

typedef struct {
  bvh_nodes* nodes;
  bvh_item* spare;
  int root;
  int depth;
} builder;

// The box of n items as centre and half sizes, never flat.
static void enclose(mjtNum aabb[6], const bvh_item* item, int n, double edge[3]) {
  for (int k = 0; k < 3; k++) {
    double min = item[0].min[k], max = item[0].max[k];
    for (int i = 1; i < n; i++) {
      min = fmin(min, item[i].min[k]);
      max = fmax(max, item[i].max[k]);
    }
    if (fabs(max - min) < COMPILE_EPS) {
      min -= COMPILE_EPS;
      max += COMPILE_EPS;
    }
    edge[k] = max - min;
    aabb[k] = (min + max) / 2;
    aabb[3 + k] = (max - min) / 2;
  }
}

// By the coordinate along axis, then, within COMPILE_EPS, by id.
static bool before(const bvh_item* a, const bvh_item* b, int axis) {
  double d = a->point[axis] - b->point[axis];
  return fabs(d) > COMPILE_EPS ? d < 0 : a->id < b->id;
}

static void sort_along(bvh_item* item, bvh_item* spare, int n, int axis) {
  if (n < 2) return;
  int half = n / 2;
  sort_along(item, spare, half, axis);
  sort_along(item + half, spare, n - half, axis);
  memcpy(spare, item, half * sizeof *item);
  int i = 0, j = half, k = 0;
  while (i < half && j < n) {
    item[k++] = before(item + j, spare + i, axis) ? item[j++] : spare[i++];
  }
  memcpy(item + k, spare + i, (half - i) * sizeof *item);
}

static int build(builder* b, bvh_item* item, int n, int depth) {
  bvh_nodes* t = b->nodes;
  int node = t->count++;
  double edge[3];
  enclose(t->aabb + 6 * node, item, n, edge);
  t->depth[node] = depth;
  if (depth > b->depth) b->depth = depth;
  if (n == 1) {
    t->nodeid[node] = item[0].id;
    t->child[2 * node] = t->child[2 * node + 1] = -1;
    return node;
  }
  int axis = edge[1] >= edge[0] + COMPILE_EPS ? 1 : 0;
  if (edge[2] >= edge[axis] + COMPILE_EPS) axis = 2;
  sort_along(item, b->spare, n, axis);
  t->nodeid[node] = -1;
  t->child[2 * node] = build(b, item, n / 2, depth + 1) - b->root;
  t->child[2 * node + 1] = build(b, item + n / 2, n - n / 2, depth + 1) - b->root;
  return node;
}

int bvh_build(bvh_nodes* nodes, bvh_item* item, bvh_item* spare, int n) {
  builder b = {nodes, spare, nodes->count, 0};
  build(&b, item, n, 0);
  return b.depth;
}
