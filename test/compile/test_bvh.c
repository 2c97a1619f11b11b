#include "compile/bvh.h"

#include <stdlib.h>

#include "math/draw.h"

enum { MOST = 200 };

typedef struct {
  mjtNum aabb[6 * 2 * MOST];
  int child[2 * 2 * MOST], nodeid[2 * MOST], depth[2 * MOST];
} storage;

static bvh_nodes empty(storage* s) {
  return (bvh_nodes){s->aabb, s->child, s->nodeid, s->depth, 0};
}

static void random_items(bvh_item* item, int n) {
  for (int i = 0; i < n; i++) {
    item[i].id = i;
    for (int k = 0; k < 3; k++) {
      // few different coordinates, so that there are ties
      item[i].point[k] = draw_int(0, 4);
      item[i].min[k] = item[i].point[k] - draw_between(0, 1);
      item[i].max[k] = item[i].point[k] + draw_between(0, 1);
    }
  }
}

static int holds(const mjtNum* outer, const mjtNum* inner) {
  for (int k = 0; k < 3; k++) {
    if (inner[k] - inner[3 + k] < outer[k] - outer[3 + k] - 1e-12) return 0;
    if (inner[k] + inner[3 + k] > outer[k] + outer[3 + k] + 1e-12) return 0;
  }
  return 1;
}

// Leaves under a node; fails where pre-order, halves or boxes are wrong.
static int check_node(const bvh_nodes* t, int root, int node, int depth, int* seen) {
  assert_int_equal(t->depth[node], depth);
  const int* child = t->child + 2 * node;
  if (t->nodeid[node] >= 0) {
    assert_true(child[0] == -1 && child[1] == -1);
    seen[t->nodeid[node]]++;
    return 1;
  }
  assert_int_equal(root + child[0], node + 1);
  int left = check_node(t, root, root + child[0], depth + 1, seen);
  assert_int_equal(root + child[1], node + 2 * left);
  int right = check_node(t, root, root + child[1], depth + 1, seen);
  assert_true(left == right || left + 1 == right);
  for (int k = 0; k < 2; k++)
    assert_true(holds(t->aabb + 6 * node, t->aabb + 6 * (root + child[k])));
  return left + right;
}

static void every_item_is_in_one_leaf_of_a_balanced_tree(void** state) {
  (void)state;
  draw_seed(7);
  storage* s = malloc(sizeof *s);
  bvh_item item[MOST];
  bvh_key key[2 * MOST];
  for (int n = 1; n < MOST / 2; n++) {
    bvh_nodes t = empty(s);
    for (int tree = 0; tree < 2; tree++) {  // the second tree starts where the first ended
      int seen[MOST] = {0}, root = t.count;
      random_items(item, n);
      int depth = bvh_build(&t, item, key, n);
      assert_int_equal(t.count, root + 2 * n - 1);
      assert_int_equal(check_node(&t, root, root, 0, seen), n);
      for (int i = 0; i < n; i++) assert_int_equal(seen[i], 1);
      assert_true(1 << depth >= n && (depth == 0 || 1 << (depth - 1) < n));
    }
  }
  free(s);
}

static void splits_along_the_longest_edge_and_keeps_order_in_ties(void** state) {
  (void)state;
  storage* s = malloc(sizeof *s);
  bvh_nodes t = empty(s);
  // longest in y, where 0 and 2 tie
  bvh_item item[3] = {{.min = {0, 1, 0}, .max = {1, 2, 1}, .point = {0, 1.5, 0}, .id = 0},
                      {.min = {0, -9, 0}, .max = {1, -8, 1}, .point = {0, -8, 0}, .id = 1},
                      {.min = {0, 1, 0}, .max = {1, 2, 1}, .point = {0, 1.5, 0}, .id = 2}};
  bvh_key key[6];
  bvh_build(&t, item, key, 3);
  const int want[5] = {-1, 1, -1, 0, 2};
  for (int i = 0; i < 5; i++) assert_int_equal(t.nodeid[i], want[i]);
  assert_near(t.aabb[4], 5.5, 1e-15);
  free(s);
}

static void a_flat_box_is_given_a_thickness(void** state) {
  (void)state;
  storage* s = malloc(sizeof *s);
  bvh_nodes t = empty(s);
  bvh_item item = {.min = {0, 0, 1}, .max = {1, 1, 1}};
  bvh_key key[2];
  bvh_build(&t, &item, key, 1);
  assert_near(t.aabb[5] * 1e14, 1, 0.01);
  free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_item_is_in_one_leaf_of_a_balanced_tree),
      cmocka_unit_test(splits_along_the_longest_edge_and_keeps_order_in_ties),
      cmocka_unit_test(a_flat_box_is_given_a_thickness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
