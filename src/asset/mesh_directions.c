#include "asset/mesh_directions.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"

// Normals whose cosine is at least this belong to one direction.
static const double same_direction = 0.99999872;  // cos 0.0016

directions directions_new(mesh* m, const double* normal, int n) {
  int* number = MESH_SCRATCH(m, int, n);
  bool* isolated = MESH_SCRATCH(m, bool, n);
  directions tree = {.triangle = normal,
                     .number = number,
                     .isolated = isolated,
                     .node = MESH_SCRATCH(m, direction, n),
                     .normal = MESH_SCRATCH(m, double, 3.0 * n),
                     .ordered = mesh_order(m, normal, n, number),
                     .root = -1};
  if (tree.ordered) {
    tree.known = rank_set_new(MESH_SCRATCH(m, uint64_t, rank_set_words(n)), n);
    mesh_isolated(m, normal, n, isolated);
  } else {
    for (int i = 0; i < n; i++) number[i] = i;
    memset(isolated, 0, (size_t)n);
  }
  return tree;
}

// Positive if a comes before b: descending by x, then y, then z.
static double lead(const double a[3], const double b[3]) {
  for (int k = 0; k < 2; k++) {
    if (fabs(a[k] - b[k]) > mjMINVAL) return a[k] - b[k];
  }
  return a[2] - b[2];
}

static void rotate(directions* tree, int d, int side) {
  direction *node = tree->node, *old = node + d;
  int up = old->child[!side], inner = node[up].child[side], top = old->up;
  old->child[!side] = inner;
  if (inner >= 0) node[inner].up = d;
  node[up].up = top;
  if (top < 0) {
    tree->root = up;
  } else {
    node[top].child[d == node[top].child[1]] = up;
  }
  node[up].child[side] = d;
  old->up = up;
}

// Restore the red-black invariant: no red node has a red parent, all paths have equally many black
// nodes.
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

static void add_direction(directions* tree, int d, const double normal[3], int up, int side) {
  tree->node[d] = (direction){{-1, -1}, up, true};
  vec3_copy(tree->normal + 3 * (size_t)d, normal);
  if (up < 0) {
    tree->root = d;
  } else {
    tree->node[up].child[side] = d;
  }
  if (tree->ordered) rank_set_add(&tree->known, d);
  rebalance(tree, d);
}

// The node under which a new one is inserted (the root if the tree is empty): adjacent nodes in
// order are ancestor and descendant, and one of them has a free child there.
static int place_in_order(const directions* tree, int d, int* side) {
  int before = rank_set_before(&tree->known, d);
  *side = before >= 0 && tree->node[before].child[1] < 0;
  return *side ? before : rank_set_after(&tree->known, d);
}

static bool is_same(const directions* tree, int d, const double normal[3]) {
  return vec3_dot(tree->normal + 3 * (size_t)d, normal) > same_direction;
}

// From a node upwards: the highest node with the same direction, -1 if none.  The higher a node,
// the farther apart in order are the nodes on its two sides.
static int highest_same(const directions* tree, int from, const double normal[3]) {
  const direction* node = tree->node;
  int found = -1;
  for (bool far[2] = {false, false}; from >= 0 && !(far[0] & far[1]); from = node[from].up) {
    double before = tree->normal[3 * (size_t)from] - normal[0];
    far[0] |= before < -NEAR_NORMALS;
    far[1] |= before > NEAR_NORMALS;
    if (is_same(tree, from, normal)) found = from;
  }
  return found;
}

// Search downwards from a node; -1 when a matching direction is met but not found.  If there is
// none, it is inserted.
static int search(directions* tree, int from, int number, const double normal[3], bool* is_new) {
  const direction* node = tree->node;
  int up = -1, side = 0, found = -1;
  bool met = false, same = false;
  for (int at = from; at >= 0; at = node[at].child[side]) {
    up = at;
    if (is_same(tree, at, normal)) {
      found = at;
      side = 0;
      same = met = true;
      continue;
    }
    side = lead(tree->normal + 3 * (size_t)at, normal) > 0;
    found = side ? found : at;
    same = same & side;
  }
  *is_new = !met;
  if (same) return found;
  if (met) return -1;
  add_direction(tree, number, normal, up, side);
  return number;
}

int directions_find(directions* tree, int triangle, bool* is_new) {
  const double* normal = tree->triangle + 3 * (size_t)triangle;
  int number = tree->number[triangle], side, from = tree->root;
  if (tree->ordered) {
    int up = place_in_order(tree, number, &side);
    from = tree->isolated[triangle] ? -1 : highest_same(tree, up, normal);
    if (from < 0) {
      *is_new = true;
      add_direction(tree, number, normal, up, side);
      return number;
    }
  }
  return search(tree, from, number, normal, is_new);
}

int directions_first(const directions* tree) {
  if (tree->ordered) return rank_set_after(&tree->known, -1);
  int d = tree->root;
  while (d >= 0 && tree->node[d].child[0] >= 0) d = tree->node[d].child[0];
  return d;
}

int directions_next(const directions* tree, int d) {
  if (tree->ordered) return rank_set_after(&tree->known, d);
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
