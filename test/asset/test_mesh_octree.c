// The octree of distances to a mesh: how it is split, how cells are numbered, what stands in it.
#include "asset_model.h"

#include <math.h>

static const float bar[24] = {-.3f,  -.2f,  -.1f, .31f, -.19f, -.1f,  .3f,  .2f,
                              -.11f, -.29f, .21f, -.1f, -.2f,  -.1f,  .13f, .2f,
                              -.12f, .12f,  .22f, .13f, .12f,  -.21f, .14f, .13f};

static mjModel* bar_model(void) {
  mesh_spec x = new_mesh_spec();
  set_mesh(x.mesh, 8, bar, 0, NULL);
  x.geom->type = mjGEOM_SDF;
  return model_of(x.s, NULL);
}

// The order in which leaves are split to balance the tree is that of the reference.
static void cells_are_numbered_as_by_the_reference(void** state) {
  (void)state;
  mjModel* m = bar_model();
  static const int of_depth[7] = {1, 8, 64, 512, 3576, 15928, 35408};
  int count[7] = {0};
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < m->noct; i++) count[m->oct_depth[i]]++;
  for (int i = 0; i < 8 * m->noct; i++) {
    hash = (hash ^ (uint32_t)m->oct_child[i]) * 0x100000001b3u;
  }
  assert_int_equal(m->noct, 55497);
  assert_memory_equal(count, of_depth, sizeof count);
  assert_true(hash == 0x93475856301dae4du);
  mj_deleteModel(m);
}

// Children fill their parent.
static void children_are_the_eighths_of_their_cell(void** state) {
  (void)state;
  mjModel* m = bar_model();
  for (int i = 0; i < m->noct; i++) {
    const mjtNum* box = m->oct_aabb + 6 * i;
    for (int c = 0; c < 8 && m->oct_child[8 * i] >= 0; c++) {
      int child = m->oct_child[8 * i + c];
      assert_int_equal(m->oct_depth[child], m->oct_depth[i] + 1);
      for (int k = 0; k < 3; k++) {
        double half = box[3 + k] / 2, center = box[k] + (c >> k & 1 ? half : -half);
        assert_near(m->oct_aabb[6 * child + k], center, 1e-15);
        assert_near(m->oct_aabb[6 * child + 3 + k], half, 1e-15);
      }
    }
  }
  mj_deleteModel(m);
}

// The corners of the root are outside: at least as far as the box of the mesh, at most as far as
// its nearest vertex; inside, no place is farther from the surface than half the thickness.
static void values_are_distances(void** state) {
  (void)state;
  mjModel* m = bar_model();
  const mjtNum *box = m->oct_aabb, *half = m->oct_aabb + 3;
  for (int c = 0; c < 8; c++) {
    double to_box = 0, to_vertex = INFINITY, p[3];
    for (int k = 0; k < 3; k++) {
      p[k] = box[k] + (c >> k & 1 ? half[k] : -half[k]);
      to_box += pow(half[k] - half[k] / 1.1, 2);
    }
    for (int i = 0; i < 8; i++) {
      const float* v = m->mesh_vert + 3 * i;
      to_vertex = fmin(to_vertex, hypot(hypot(p[0] - v[0], p[1] - v[1]), p[2] - v[2]));
    }
    assert_true(m->oct_coeff[c] >= sqrt(to_box) - 1e-12);
    assert_true(m->oct_coeff[c] <= to_vertex + 1e-7);
  }
  double lowest = 0;
  for (int i = 0; i < 8 * m->noct; i++) lowest = fmin(lowest, m->oct_coeff[i]);
  assert_true(lowest < -0.1 && lowest > -0.125);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cells_are_numbered_as_by_the_reference),
      cmocka_unit_test(children_are_the_eighths_of_their_cell),
      cmocka_unit_test(values_are_distances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
