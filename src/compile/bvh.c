#include "compile/bvh.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compile/pose.h"

typedef struct {
  bvh_nodes* nodes;
  const bvh_item* item;
  uint64_t random;
  int root;
  int depth;
} builder;

// The box of n items as centre and half sizes, never flat.
static void enclose(mjtNum aabb[6], const bvh_item* item, const bvh_key* key, int n,
                    double edge[3]) {
  double min[3], max[3];
  memcpy(min, item[key[0].item].min, sizeof min);
  memcpy(max, item[key[0].item].max, sizeof max);
  for (int i = 1; i < n; i++) {
    const bvh_item* other = item + key[i].item;
    for (int k = 0; k < 3; k++) {
      min[k] = other->min[k] < min[k] ? other->min[k] : min[k];
      max[k] = other->max[k] > max[k] ? other->max[k] : max[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    if (fabs(max[k] - min[k]) < COMPILE_EPS) {
      min[k] -= COMPILE_EPS;
      max[k] += COMPILE_EPS;
    }
    edge[k] = max[k] - min[k];
    aabb[k] = (min[k] + max[k]) / 2;
    aabb[3 + k] = (max[k] - min[k]) / 2;
  }
}

// By place, then, within COMPILE_EPS, by number.
static bool before(const bvh_key* a, const bvh_key* b) {
  double d = a->place - b->place;
  return fabs(d) > COMPILE_EPS ? d < 0 : a->item < b->item;
}

static void exchange(bvh_key* a, bvh_key* b) {
  bvh_key spare = *a;
  *a = *b;
  *b = spare;
}

// Bring the first `half` of n keys to the front.  Pivots are drawn, so that no order of the keys
// takes long.
static void select_first(builder* b, bvh_key* key, int n, int half) {
  int from = 0, end = n;
  while (end - from > 1) {
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    exchange(key + from, key + from + (int)((b->random >> 33) % (uint64_t)(end - from)));
    int last = from;  // of those before the pivot
    for (int i = from + 1; i < end; i++) {
      if (before(key + i, key + from)) exchange(key + ++last, key + i);
    }
    exchange(key + from, key + last);
    if (last == half) return;
    if (last < half) {
      from = last + 1;
    } else {
      end = last;
    }
  }
}

// The keys tell which items are below the node.
static int build(builder* b, bvh_key* key, int n, int depth) {
  bvh_nodes* t = b->nodes;
  int node = t->count++;
  double edge[3];
  enclose(t->aabb + 6 * node, b->item, key, n, edge);
  t->depth[node] = depth;
  if (depth > b->depth) b->depth = depth;
  if (n == 1) {
    t->nodeid[node] = b->item[key[0].item].id;
    t->child[2 * node] = t->child[2 * node + 1] = -1;
    return node;
  }
  int axis = edge[1] >= edge[0] + COMPILE_EPS ? 1 : 0;
  if (edge[2] >= edge[axis] + COMPILE_EPS) axis = 2;
  for (int i = 0; i < n; i++) key[i].place = b->item[key[i].item].point[axis];
  select_first(b, key, n, n / 2);
  t->nodeid[node] = -1;
  t->child[2 * node] = build(b, key, n / 2, depth + 1) - b->root;
  t->child[2 * node + 1] = build(b, key + n / 2, n - n / 2, depth + 1) - b->root;
  return node;
}

int bvh_build(bvh_nodes* nodes, const bvh_item* item, bvh_key* key, int n) {
  for (int i = 0; i < n; i++) key[i].item = i;
  builder b = {nodes, item, 1, nodes->count, 0};
  build(&b, key, n, 0);
  return b.depth;
}
