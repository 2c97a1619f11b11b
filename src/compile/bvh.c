#include "compile/bvh.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compile/pose.h"

typedef struct {
  bvh_nodes* nodes;
  const bvh_item* item;
  uint64_t random;
  bvh_key* spare;
  int root;
  int depth;
} builder;

static double lower(double a, double b) { return b < a ? b : a; }
static double higher(double a, double b) { return b > a ? b : a; }

// The box of n items as centre and half sizes, never flat.
static void enclose(mjtNum aabb[6], const bvh_item* item, const bvh_key* key, int n,
                    double edge[3]) {
  const bvh_item* first = item + key[0].item;
  double x0 = first->min[0], y0 = first->min[1], z0 = first->min[2];
  double x1 = first->max[0], y1 = first->max[1], z1 = first->max[2];
  for (int i = 1; i < n; i++) {
    const bvh_item* other = item + key[i].item;
    x0 = lower(x0, other->min[0]);
    y0 = lower(y0, other->min[1]);
    z0 = lower(z0, other->min[2]);
    x1 = higher(x1, other->max[0]);
    y1 = higher(y1, other->max[1]);
    z1 = higher(z1, other->max[2]);
  }
  double min[3] = {x0, y0, z0}, max[3] = {x1, y1, z1};
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

// By place, then, within COMPILE_EPS, by number: without branches, for they cannot be foretold.
static bool before(bvh_key a, bvh_key b) {
  double d = a.place - b.place;
  return (d < -COMPILE_EPS) | ((d <= COMPILE_EPS) & (a.item < b.item));
}

static void exchange(bvh_key* a, bvh_key* b) {
  bvh_key spare = *a;
  *a = *b;
  *b = spare;
}

enum { FEW = 8 };  // keys that are sorted at once

static void insert_all(bvh_key* key, int n) {
  for (int i = 1; i < n; i++) {
    const bvh_key moved = key[i];
    int at = i;
    for (; at > 0 && before(moved, key[at - 1]); at--) key[at] = key[at - 1];
    key[at] = moved;
  }
}

// Sort a few keys by counting how many are before each.
static void sort(bvh_key* key, int n) {
  bvh_key old[FEW];
  int place[FEW] = {0};
  unsigned taken = 0;
  for (int i = 0; i < n; i++) {
    old[i] = key[i];
    for (int k = 0; k < i; k++) {
      bool first = before(old[i], old[k]);
      place[k] += first;
      place[i] += !first;
    }
  }
  for (int i = 0; i < n; i++) taken |= 1u << place[i];
  if (taken == (1u << n) - 1) {
    for (int i = 0; i < n; i++) key[place[i]] = old[i];
  } else {
    insert_all(key, n);  // equal within COMPILE_EPS, in a circle
  }
}

static int middle(const bvh_key* key, int i, int j, int k) {
  bool ij = before(key[i], key[j]), jk = before(key[j], key[k]), ik = before(key[i], key[k]);
  return ij == jk ? j : ij == ik ? k : i;
}

// One of n keys, near the place `half` if all were in order: by a sample, the larger the more there
// is to save.  It is drawn, so that no order of the keys takes long.
static int choose_pivot(builder* b, const bvh_key* key, int n, int half) {
  int drawn[31], size = n < 100 ? 3 : n < 1000 ? 9 : 31;
  for (int i = 0; i < size; i++) {
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    int one = (int)((b->random >> 32) * (uint64_t)n >> 32), at = i;
    for (; size > 3 && at > 0 && before(key[one], key[drawn[at - 1]]); at--) {
      drawn[at] = drawn[at - 1];
    }
    drawn[at] = one;
  }
  if (size == 3) return middle(key, drawn[0], drawn[1], drawn[2]);
  return drawn[(int)((long long)size * half / n)];
}

// The first key goes where it belongs: behind those before it.  Returns its place.  Nothing that
// was just written is read, and there are no branches: that would take most of the time.
static int divide(bvh_key* restrict key, bvh_key* restrict spare, int n) {
  const bvh_key pivot = key[0];
  int low = 0, high = 0;
  for (int i = 1; i < n; i++) {
    const bvh_key moved = key[i];
    bool first = before(moved, pivot);
    key[low] = moved;
    spare[high] = moved;
    low += first;
    high += !first;
  }
  key[low] = pivot;
  memcpy(key + low + 1, spare, sizeof *key * (size_t)high);
  return low;
}

// Bring the first `half` of n keys to the front.
static void select_first(builder* b, bvh_key* key, int n, int half) {
  bvh_key* spare = b->spare;
  while (n > FEW) {
    exchange(key, key + choose_pivot(b, key, n, half));
    int at = divide(key, spare, n);
    if (at == half) return;
    if (at > half) {
      n = at;
    } else {
      key += at + 1;
      n -= at + 1;
      half -= at + 1;
    }
  }
  sort(key, n);
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
  builder b = {nodes, item, 1, key + n, nodes->count, 0};
  build(&b, key, n, 0);
  return b.depth;
}
