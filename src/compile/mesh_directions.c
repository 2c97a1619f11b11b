#include "compile/mesh_directions.h"

#include <math.h>

#include "math/vec3.h"

// Triangles whose normals agree to this cosine have one direction.
static const double same_direction = 0.99999872;

// And these are farther apart than that along x: 1 - same_direction is half the square of 0.0016.
static const double far = 0.002;

directions directions_new(mesh* m, int n) {
  return (directions){MESH_SCRATCH(m, direction, n),
                      MESH_SCRATCH(m, double, 3.0 * n),
                      MESH_SCRATCH(m, int, n),
                      MESH_SCRATCH(m, bool, n),
                      0,
                      -1};
}

// Positive: a comes before b, descending by x, then y, then z.
static double lead(const double a[3], const double b[3]) {
  for (int k = 0; k < 2; k++) {
    if (fabs(a[k] - b[k]) > mjMINVAL) return a[k] - b[k];
  }
  return a[2] - b[2];
}

static void rotate(directions* tree, int d, int side) {
  direction* node = tree->node;
  int* above = tree->up;
  int up = node[d].child[!side], inner = node[up].child[side], top = above[d];
  node[d].child[!side] = inner;
  if (inner >= 0) above[inner] = d;
  above[up] = top;
  if (top < 0) {
    tree->root = up;
  } else {
    node[top].child[d == node[top].child[1]] = up;
  }
  node[up].child[side] = d;
  above[d] = up;
}

// No red node has a red parent, all paths have as many black ones.
static void rebalance(directions* tree, int d) {
  const direction* node = tree->node;
  const int* up = tree->up;
  bool* red = tree->red;
  while (up[d] >= 0 && red[up[d]]) {
    int parent = up[d], grand = up[parent];
    int side = parent == node[grand].child[1];
    int uncle = node[grand].child[!side];
    if (uncle >= 0 && red[uncle]) {
      red[parent] = red[uncle] = false;
      red[grand] = true;
      d = grand;
      continue;
    }
    if (d == node[parent].child[!side]) {
      rotate(tree, parent, side);
      parent = d;
    }
    red[parent] = false;
    red[grand] = true;
    rotate(tree, grand, !side);
    break;
  }
  red[tree->root] = false;
}

static int add(directions* tree, const double normal[3], int up, int side) {
  int d = tree->n++;
  tree->node[d] = (direction){normal[0], {-1, -1}};
  vec3_copy(tree->normal + 3 * (size_t)d, normal);
  tree->up[d] = up;
  tree->red[d] = true;
  if (up < 0) {
    tree->root = d;
  } else {
    tree->node[up].child[side] = d;
  }
  rebalance(tree, d);
  return d;
}

int directions_find(directions* tree, const double normal[3]) {
  const direction* node = tree->node;
  int up = -1, side = 0, found = -1;
  bool met = false, same = false;
  for (int at = tree->root; at >= 0; at = node[at].child[side]) {
    double before = node[at].x - normal[0];
    up = at;
    if (fabs(before) <= far) {
      const double* other = tree->normal + 3 * (size_t)at;
      if (vec3_dot(other, normal) > same_direction) {
        found = at;
        side = 0;
        same = met = true;
        continue;
      }
      if (fabs(before) <= mjMINVAL) before = lead(other, normal);
    }
    // no branches: there is no telling which way it goes
    side = before > 0;
    found = side ? found : at;
    same = same & side;
  }
  if (same) return found;
  if (met) return -1;
  return add(tree, normal, up, side);
}

void directions_warm(const directions* tree, const double* normal, int n) {
  const direction* node = tree->node;
  int at[WARM];
  for (int i = 0; i < n; i++) at[i] = tree->root;
  for (bool going = tree->root >= 0; going;) {
    going = false;
    for (int i = 0; i < n; i++) {
      if (at[i] < 0) continue;
      double difference = node[at[i]].x - normal[3 * i];
      if (fabs(difference) <= far) __builtin_prefetch(tree->normal + 3 * (size_t)at[i]);
      at[i] = node[at[i]].child[difference > 0];
      if (at[i] < 0) continue;
      __builtin_prefetch(node + at[i]);
      going = true;
    }
  }
}

int directions_first(const directions* tree) {
  int d = tree->root;
  while (d >= 0 && tree->node[d].child[0] >= 0) d = tree->node[d].child[0];
  return d;
}

int directions_next(const directions* tree, int d) {
  const direction* node = tree->node;
  const int* above = tree->up;
  if (node[d].child[1] >= 0) {
    d = node[d].child[1];
    while (node[d].child[0] >= 0) d = node[d].child[0];
    return d;
  }
  int up = above[d];
  while (up >= 0 && d == node[up].child[1]) {
    d = up;
    up = above[d];
  }
  return up;
}
