#include "asset/bvh.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "math/draw.h"

enum { MOST = 200 };

typedef struct {
  mjtNum aabb[6 * 2 * MOST];
  int fork[2 * MOST];
  signed char depth[2 * MOST];
} storage;

static bvh_nodes empty(storage* s) { return (bvh_nodes){s->aabb, s->fork, s->depth, 0}; }

// Something to hold: smallest coordinates, then largest; what orders it; its number.
typedef struct {
  double box[6], point[3];
  int id;
} thing;

static void make_tree(bvh_nodes* t, const thing* of, int n) {
  static double box[6 * MOST], point[3 * MOST];
  static int id[MOST];
  for (int i = 0; i < n; i++) {
    memcpy(box + 6 * i, of[i].box, sizeof of[i].box);
    memcpy(point + 3 * i, of[i].point, sizeof of[i].point);
    id[i] = of[i].id;
  }
  bvh_items items = bvh_boxes(box, point, id, n);
  void* scratch = malloc((size_t)bvh_scratch(n, items.nplace));
  bvh_build(t, &items, scratch);
  free(scratch);
}

// Where the split coordinates lie: few values, or any, or within rounding of few values, or near
// each other but for some that are far away.
enum { FEW_VALUES, ANY, NOISY, FAR, KINDS };

static double draw_coordinate(int kind) {
  switch (kind) {
    case FEW_VALUES: return draw_int(0, 4);
    case ANY: return draw_between(-1, 1);
    case NOISY: return draw_int(0, 2) + 1e-15 * draw_int(0, 4);
    default: return draw_int(0, 9) ? 1e-9 * draw_int(0, 50) : draw_between(-1, 1) * 1e200;
  }
}

static void draw_things(thing* of, int n, int kind) {
  for (int i = 0; i < n; i++) {
    of[i].id = i;
    for (int k = 0; k < 3; k++) {
      of[i].point[k] = draw_coordinate(kind);
      double center = kind == FAR ? draw_between(-1, 1) : of[i].point[k];
      of[i].box[k] = center - draw_between(0, 1);
      of[i].box[3 + k] = center + draw_between(0, 1);
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
static int check_node(const bvh_nodes* t, int node, int depth, int* seen) {
  assert_int_equal(t->depth[node], depth);
  if (bvh_is_leaf(t, node)) {
    seen[t->fork[node]]++;
    return 1;
  }
  int child[2] = {node + 1, bvh_second(t, node)};
  int left = check_node(t, child[0], depth + 1, seen);
  assert_int_equal(child[1], node + 2 * left);
  int right = check_node(t, child[1], depth + 1, seen);
  assert_true(left == right || left + 1 == right);
  for (int k = 0; k < 2; k++) assert_true(holds(t->aabb + 6 * node, t->aabb + 6 * child[k]));
  return left + right;
}

static void every_item_is_in_one_leaf_of_a_balanced_tree(void** state) {
  (void)state;
  draw_seed(7);
  storage* s = malloc(sizeof *s);
  thing of[MOST];
  for (int n = 1; n < MOST / 2; n++) {
    bvh_nodes t = empty(s);
    int seen[MOST] = {0};
    draw_things(of, n, n % KINDS);
    make_tree(&t, of, n);
    assert_int_equal(t.count, 2 * n - 1);
    assert_int_equal(check_node(&t, 0, 0, seen), n);
    for (int i = 0; i < n; i++) assert_int_equal(seen[i], 1);
  }
  free(s);
}

static void the_model_has_a_part_of_a_tree_node_by_node(void** state) {
  (void)state;
  draw_seed(13);
  storage* s = malloc(sizeof *s);
  thing of[MOST];
  for (int turn = 0; turn < 100; turn++) {
    bvh_nodes t = empty(s);
    int n = draw_int(1, MOST - 1);
    draw_things(of, n, ANY);
    make_tree(&t, of, n);
    int child[4 * MOST], nodeid[2 * MOST], depth[2 * MOST], last = draw_int(0, t.count);
    int first = draw_int(0, last);
    memset(child, 77, sizeof child);
    memset(nodeid, 77, sizeof nodeid);
    memset(depth, 77, sizeof depth);
    bvh_write(&t, (size_t)first, (size_t)last, child, nodeid, depth);
    const int none = 77 * 0x01010101;
    for (int i = 0; i < t.count; i++) {
      bool written = i >= first && i < last, leaf = bvh_is_leaf(&t, i);
      assert_int_equal(child[2 * i], !written ? none : leaf ? -1 : i + 1);
      assert_int_equal(child[2 * i + 1], !written ? none : leaf ? -1 : bvh_second(&t, i));
      assert_int_equal(nodeid[i], !written ? none : leaf ? t.fork[i] : -1);
      assert_int_equal(depth[i], !written ? none : t.depth[i]);
    }
  }
  free(s);
}

// The leaves that are to be under a node: sorted by doubles, and cut in the middle.
typedef struct {
  const thing* of;
  int axis;
} order;

static bool before(const order* o, int a, int b) {
  double d = o->of[a].point[o->axis] - o->of[b].point[o->axis];
  return fabs(d) <= 1e-14 ? a < b : d < 0;
}

static int longest(const thing* of, const int* item, int n) {
  double edge[3];
  for (int k = 0; k < 3; k++) {
    double min = INFINITY, max = -INFINITY;
    for (int i = 0; i < n; i++) {
      min = fmin(min, of[item[i]].box[k]);
      max = fmax(max, of[item[i]].box[3 + k]);
    }
    edge[k] = max - min;
  }
  int axis = edge[1] >= edge[0] + 1e-14 ? 1 : 0;
  return edge[2] >= edge[axis] + 1e-14 ? 2 : axis;
}

static int compare_leaves(const bvh_nodes* t, int node, const thing* of, int* item, int n) {
  if (n == 1) {
    assert_int_equal(t->fork[node], item[0]);
    return node + 1;
  }
  order o = {of, longest(of, item, n)};
  for (int i = 1; i < n; i++) {
    int moved = item[i], at = i;
    for (; at > 0 && before(&o, moved, item[at - 1]); at--) item[at] = item[at - 1];
    item[at] = moved;
  }
  int next = compare_leaves(t, node + 1, of, item, n / 2);
  return compare_leaves(t, next, of, item + n / 2, n - n / 2);
}

static void halves_are_those_of_sorting_exactly(void** state) {
  (void)state;
  draw_seed(11);
  storage* s = malloc(sizeof *s);
  thing of[MOST];
  for (int turn = 0; turn < 400; turn++) {
    bvh_nodes t = empty(s);
    int item[MOST], n = draw_int(1, MOST - 1);
    draw_things(of, n, turn % KINDS);
    make_tree(&t, of, n);
    for (int i = 0; i < n; i++) item[i] = i;
    assert_int_equal(compare_leaves(&t, 0, of, item, n), 2 * n - 1);
  }
  free(s);
}

static void splits_along_the_longest_edge_and_keeps_order_in_ties(void** state) {
  (void)state;
  storage* s = malloc(sizeof *s);
  bvh_nodes t = empty(s);
  // longest in y, where 0 and 2 tie
  thing of[3] = {{.box = {0, 1, 0, 1, 2, 1}, .point = {0, 1.5, 0}, .id = 0},
                 {.box = {0, -9, 0, 1, -8, 1}, .point = {0, -8, 0}, .id = 1},
                 {.box = {0, 1, 0, 1, 2, 1}, .point = {0, 1.5, 0}, .id = 2}};
  make_tree(&t, of, 3);
  const int want[5] = {-2, 1, -2, 0, 2};
  for (int i = 0; i < 5; i++) assert_int_equal(t.fork[i], want[i]);
  assert_near(t.aabb[4], 5.5, 1e-15);
  free(s);
}

static void a_flat_box_is_given_a_thickness(void** state) {
  (void)state;
  storage* s = malloc(sizeof *s);
  bvh_nodes t = empty(s);
  thing of = {.box = {0, 0, 1, 1, 1, 1}};
  make_tree(&t, &of, 1);
  assert_near(t.aabb[5] * 1e14, 1, 0.01);
  free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_item_is_in_one_leaf_of_a_balanced_tree),
      cmocka_unit_test(the_model_has_a_part_of_a_tree_node_by_node),
      cmocka_unit_test(halves_are_those_of_sorting_exactly),
      cmocka_unit_test(splits_along_the_longest_edge_and_keeps_order_in_ties),
      cmocka_unit_test(a_flat_box_is_given_a_thickness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
