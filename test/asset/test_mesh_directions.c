// What is found by ranks and neighbours is what a search from the root finds.
#include "asset/mesh_directions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/draw.h"
#include "math/vec3.h"

enum { MOST = 3000 };

static double normal[3 * MOST];

// How normals lie: anywhere; near to each other; around a few; in planes, where coordinates agree
// but for rounding; on the edges of a cube; and so near that agreeing is no equivalence.
enum { ANYWHERE, NEAR, AROUND_FEW, IN_PLANES, ON_EDGES, DOUBTFUL, KINDS };

static void draw_normal(double n[3], int kind) {
  for (int k = 0; k < 3; k++) n[k] = draw_between(-1, 1);
  double width = draw_int(0, 1) ? 1e-3 : 0.03;
  switch (kind) {
    case NEAR: vec3_set(n, 1, width * n[1], width * n[2]); break;
    case AROUND_FEW:
      for (int k = 0; k < 3; k++) n[k] = draw_int(-1, 1) + 1e-3 * n[k];
      break;
    case IN_PLANES: n[draw_int(0, 1)] = 0.25 * draw_int(-1, 1); break;
    case ON_EDGES: vec3_set(n, 1, draw_int(0, 1) ? 1 : -1, n[2]); break;
    default: break;
  }
  if (vec3_norm(n) < 1e-3) vec3_set(n, 1, 0, 0);
  vec3_scale(n, n, 1 / vec3_norm(n));
  if (kind == IN_PLANES) n[0] += 1e-16 * draw_int(-2, 2);
  if (kind == DOUBTFUL) n[0] = 0.5 + 0.6e-15 * draw_int(0, 9);
}

static mesh* draw_mesh(int n, int kind) {
  mesh* m = mesh_new();
  assert_non_null(m);
  for (int i = 0; i < n; i++) draw_normal(normal + 3 * i, kind);
  return m;
}

// The same, with all of them looked up from the root.
static directions plain(mesh* m, int n) {
  static int number[MOST];
  static bool none[MOST];
  directions tree = directions_new(m, normal, n);
  for (int i = 0; i < n; i++) number[i] = i;
  tree.number = number;
  tree.isolated = none;
  tree.ordered = false;
  return tree;
}

static void directions_are_those_of_the_search_tree(void** state) {
  (void)state;
  draw_seed(3);
  int ordered = 0, isolated = 0;
  for (int turn = 0; turn < 120; turn++) {
    int n = turn % 10 ? draw_int(1, 300) : MOST, kind = turn % KINDS;
    mesh* m = draw_mesh(n, kind);
    directions fast = directions_new(m, normal, n), slow = plain(m, n);
    ordered += fast.ordered;
    for (int i = 0; i < n; i++) {
      bool is_new, should_be_new;
      isolated += fast.isolated[i];
      directions_expect(&fast, i);
      int found = directions_find(&fast, i, &is_new);
      int expected = directions_find(&slow, i, &should_be_new);
      assert_int_equal(is_new, should_be_new);
      assert_int_equal(found, expected < 0 ? -1 : fast.number[expected]);
    }
    int d = directions_first(&fast);
    for (int e = directions_first(&slow); e >= 0; e = directions_next(&slow, e)) {
      assert_int_equal(d, fast.number[e]);
      d = directions_next(&fast, d);
    }
    assert_int_equal(d, -1);
    mesh_delete(m);
  }
  assert_true(ordered > 60 && ordered < 120);
  assert_true(isolated > 5000);
}

// The order of the tree; what it does not tell apart is as good as equal.
static bool comes_after(const double a[3], const double b[3]) {
  for (int k = 0; k < 2; k++) {
    if (fabs(a[k] - b[k]) > mjMINVAL) return a[k] < b[k];
  }
  return a[2] < b[2] - mjMINVAL;
}

static void ranks_are_in_order(void** state) {
  (void)state;
  draw_seed(4);
  for (int turn = 0; turn < 60; turn++) {
    static int rank[MOST], at[MOST];
    int n = draw_int(1, 400), kind = turn % DOUBTFUL;
    mesh* m = draw_mesh(n, kind);
    if (mesh_order(m, normal, n, rank)) {
      for (int i = 0; i < n; i++) at[rank[i]] = i;
      for (int i = 0; i < n; i++) {
        assert_int_equal(rank[at[i]], i);
        for (int k = 0; k < i; k++)
          assert_false(comes_after(normal + 3 * at[k], normal + 3 * at[i]));
      }
    } else {
      assert_int_equal(kind, IN_PLANES);
    }
    mesh_delete(m);
  }
}

static void the_lonely_have_nobody_near(void** state) {
  (void)state;
  draw_seed(5);
  static bool isolated[MOST];
  for (int turn = 0; turn < 30; turn++) {
    int n = turn % 5 ? draw_int(1, 500) : MOST;
    mesh* m = draw_mesh(n, turn % KINDS);
    mesh_isolated(m, normal, n, isolated);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i && isolated[i]; k++) {
        assert_true(vec3_distance(normal + 3 * i, normal + 3 * k) > NEAR_NORMALS);
      }
    }
    mesh_delete(m);
  }
}

static void neighbours_in_a_set_of_ranks(void** state) {
  (void)state;
  draw_seed(6);
  for (int turn = 0; turn < 20; turn++) {
    int n = turn < 10 ? draw_int(1, 200) : draw_int(4000, 300000);
    uint64_t* words = malloc(sizeof(uint64_t) * (size_t)rank_set_words(n));
    char* in = calloc(1, (size_t)n);
    rank_set s = rank_set_new(words, n);
    assert_int_equal(rank_set_after(&s, -1), -1);
    for (int i = draw_int(1, 40); i > 0; i--) {
      int x = draw_int(0, n - 1);
      rank_set_add(&s, x);
      in[x] = 1;
    }
    int before = -1;
    for (int x = 0; x < n; x++) {
      if (n < 200 || x % 37 == 0) assert_int_equal(rank_set_before(&s, x), before);
      if (!in[x]) continue;
      assert_int_equal(rank_set_after(&s, before), x);
      before = x;
    }
    assert_int_equal(rank_set_after(&s, before), -1);
    free(in);
    free(words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(directions_are_those_of_the_search_tree),
      cmocka_unit_test(ranks_are_in_order),
      cmocka_unit_test(the_lonely_have_nobody_near),
      cmocka_unit_test(neighbours_in_a_set_of_ranks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
