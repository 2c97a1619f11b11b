#include "compile/mesh_directions.h"

#include <math.h>

#include "math/vec3.h"

// Triangles whose normals agree to this cosine have one direction.
static const double same_direction = 0.99999872;

directions directions_new(mesh* m, int n) { return (directions){MESH_NEW(m, direction, n), 0, -1}; }

// Negative: a comes before b, descending by x, then y, then z; 0: they are one direction.
static int compare(const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) {
    double difference = a[k] - b[k];
    if (fabs(difference) <= mjMINVAL) continue;
    if (vec3_dot(a, b) > same_direction) return 0;
    return difference > 0 ? -1 : 1;
  }
  return 0;
}

static void rotate(directions* tree, int d, int side) {
  direction *node = tree->node, *at = node + d;
  int up = at->child[!side];
  at->child[!side] = node[up].child[side];
  if (node[up].child[side] >= 0) node[node[up].child[side]].up = d;
  node[up].up = at->up;
  if (at->up < 0) {
    tree->root = up;
  } else {
    node[at->up].child[d == node[at->up].child[1]] = up;
  }
  node[up].child[side] = d;
  at->up = up;
}

// No red node has a red parent, all paths have as many black ones.
static void rebalance(directions* tree, int d) {
  direction* node = tree->node;
  while (node[d].up >= 0 && node[node[d].up].red) {
    int parent = node[d].up, grand = node[parent].up;
    int side = parent == node[grand].child[1];
    int uncle = node[grand].child[!side];
    if (uncle >= 0 && node[uncle].red) {
      node[parent].red = node[uncle].red = false;
      node[grand].red = true;
      d = grand;
      continue;
    }
    if (d == node[parent].child[!side]) {
      rotate(tree, parent, side);
      parent = d;
    }
    node[parent].red = false;
    node[grand].red = true;
    rotate(tree, grand, !side);
    break;
  }
  node[tree->root].red = false;
}

int directions_find(directions* tree, const double normal[3]) {
  direction* node = tree->node;
  int up = -1, side = 0, found = -1;
  bool met = false, same = false;
  for (int at = tree->root; at >= 0; at = node[at].child[side]) {
    int order = compare(node[at].normal, normal);
    up = at;
    side = order < 0;
    if (side) continue;
    found = at;
    same = !order;
    met = met || same;
  }
  if (same) return found;
  if (met) return -1;
  int d = tree->n++;
  node[d] = (direction){.child = {-1, -1}, .up = up, .red = true};
  vec3_copy(node[d].normal, normal);
  if (up < 0) {
    tree->root = d;
  } else {
    node[up].child[side] = d;
  }
  rebalance(tree, d);
  return d;
}

int directions_first(const directions* tree) {
  int d = tree->root;
  while (d >= 0 && tree->node[d].child[0] >= 0) d = tree->node[d].child[0];
  return d;
}

int directions_next(const directions* tree, int d) {
  const direction* node = tree->node;
  if (node[d].child[1] >= 0) {
    d = node[d].child[1];
    while (node[d].child[0] >= 0) d = node[d].child[0];
    return d;
  }
  int up = node[d].up;
  while (up >= 0 && d == node[up].child[1]) {
    d = up;
    up = node[d].up;
  }
  return up;
}
