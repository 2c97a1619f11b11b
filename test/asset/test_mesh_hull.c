// Hulls are convex, closed and hold every vertex; polygons are what faces of a hull make together.
#include "asset_model.h"

#include <math.h>

#include "math/vec3.h"

typedef struct {
  int nvert, nface;
  const int *edgeadr, *vertex, *neighbour, *face;
} hull;

static hull hull_of(const mjModel* m) {
  assert_true(m->mesh_graphadr[0] >= 0);
  const int* g = m->mesh_graph + m->mesh_graphadr[0];
  hull h = {g[0], g[1], g + 2, g + 2 + g[0], g + 2 + 2 * g[0], NULL};
  h.face = h.neighbour + h.nvert + 3 * h.nface;
  assert_int_equal(m->nmeshgraph, 2 + 3 * h.nvert + 6 * h.nface);
  return h;
}

static void vertex_at(const mjModel* m, int i, double v[3]) {
  for (int k = 0; k < 3; k++) v[k] = m->mesh_vert[3 * i + k];
}

// Distance of a vertex in front of the plane of three others, seen counter-clockwise.
static double height_over(const mjModel* m, const int* f, int i) {
  double p[3][3], v[3], a[3], b[3], normal[3];
  for (int k = 0; k < 3; k++) vertex_at(m, f[k], p[k]);
  vertex_at(m, i, v);
  vec3_sub(a, p[1], p[0]);
  vec3_sub(b, p[2], p[0]);
  vec3_cross(normal, a, b);
  vec3_sub(v, v, p[0]);
  return vec3_dot(v, normal) / vec3_norm(normal);
}

static bool lists(const hull* h, int from, int to) {
  for (const int* n = h->neighbour + h->edgeadr[from]; *n >= 0; n++) {
    if (*n == to) return true;
  }
  return false;
}

static void assert_hull(const mjModel* m, double tolerance) {
  hull h = hull_of(m);
  assert_int_equal(h.nface, 2 * h.nvert - 4);  // Euler, of triangles
  int nedge = 0;
  for (int i = 0; i < h.nvert; i++) {
    for (const int* n = h.neighbour + h.edgeadr[i]; *n >= 0; n++) {
      assert_in_range(*n, 0, h.nvert - 1);
      assert_int_not_equal(*n, i);
      assert_true(lists(&h, *n, i));
      nedge++;
    }
  }
  assert_int_equal(nedge, 3 * h.nface);
  for (int f = 0; f < h.nface; f++) {
    for (int i = 0; i < m->nmeshvert; i++) {
      assert_true(height_over(m, h.face + 3 * f, i) < tolerance);
    }
  }
}

static mjModel* cloud(int n, int maxhullvert) {
  float* vert = malloc(sizeof(float) * 3 * n);
  for (int i = 0; i < 3 * n; i++) vert[i] = (float)draw();
  mesh_spec x = new_mesh_spec();
  x.mesh->maxhullvert = maxhullvert;
  set_mesh(x.mesh, n, vert, 0, NULL);
  free(vert);
  return model_of(x.s, NULL);
}

static void hulls_hold_their_points(void** state) {
  (void)state;
  for (int i = 0; i < 30; i++) {
    draw_seed(i);
    mjModel* m = cloud(draw_int(4, 200), -1);
    assert_hull(m, 1e-6);
    // without faces of its own a mesh is its hull
    hull h = hull_of(m);
    assert_int_equal(m->nmeshface, h.nface);
    assert_memory_equal(m->mesh_face, h.face, sizeof(int) * 3 * h.nface);
    mj_deleteModel(m);
  }
}

static void hulls_keep_to_their_limit(void** state) {
  (void)state;
  for (int limit = 4; limit < 20; limit++) {
    draw_seed(limit);
    mjModel* m = cloud(100, limit);
    assert_true(hull_of(m).nvert <= limit);
    mj_deleteModel(m);
  }
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mesh_spec x = new_mesh_spec();
  x.mesh->maxhullvert = 3;
  set_mesh(x.mesh, 4, vert, 0, NULL);
  refused(x.s, NULL, "larger than 3");
}

// Only what can collide, or takes its mass from the hull, has one.
static void hulls_are_made_for_those_who_need_them(void** state) {
  (void)state;
  int face[36];
  for (int i = 0; i < 36; i++) face[i] = cube_corner(i / 3, i % 3);
  for (int kind = 0; kind < 3; kind++) {
    mesh_spec x = new_mesh_spec();
    set_mesh(x.mesh, 8, cube_vert, 12, face);
    if (kind > 0) x.geom->contype = x.geom->conaffinity = 0;
    if (kind == 2) x.mesh->inertia = mjMESH_INERTIA_CONVEX;
    mjModel* m = model_of(x.s, NULL);
    assert_int_equal(m->mesh_graphadr[0], kind == 1 ? -1 : 0);
    mj_deleteModel(m);
  }
}

// --- polygons -----------------------------------------------------------------------------------

// Every polygon is flat and convex, counter-clockwise from outside; maps lead from vertices back.
static void assert_polygons(const mjModel* m) {
  for (int p = 0; p < m->mesh_polynum[0]; p++) {
    const int* v = m->mesh_polyvert + m->mesh_polyvertadr[p];
    int n = m->mesh_polyvertnum[p];
    assert_near(vec3_norm(m->mesh_polynormal + 3 * p), 1, 1e-12);
    for (int i = 0; i < n; i++) {
      double a[3], b[3];
      vertex_at(m, v[i], a);
      vertex_at(m, v[0], b);
      vec3_sub(a, a, b);
      assert_near(vec3_dot(a, m->mesh_polynormal + 3 * p), 0, 1e-6);
    }
    for (int i = 0; i < m->nmeshvert; i++) assert_true(height_over(m, v, i) < 1e-6);
  }
  int total = 0;
  for (int i = 0; i < m->nmeshvert; i++) {
    for (int k = 0; k < m->mesh_polymapnum[i]; k++) {
      int p = m->mesh_polymap[m->mesh_polymapadr[i] + k], found = 0;
      for (int j = 0; j < m->mesh_polyvertnum[p]; j++) {
        found += m->mesh_polyvert[m->mesh_polyvertadr[p] + j] == i;
      }
      assert_int_equal(found, 1);
    }
    total += m->mesh_polymapnum[i];
  }
  assert_int_equal(total, m->nmeshpolyvert);
}

static void a_prism_has_two_ends_and_its_sides(void** state) {
  (void)state;
  for (int n = 3; n <= 12; n++) {
    mesh_spec x = new_mesh_spec();
    double p[2] = {n, 1};
    assert_int_equal(mjs_makeMesh(x.mesh, mjMESH_BUILTIN_CONE, p, 2), 0);
    mjModel* m = model_of(x.s, NULL);
    assert_int_equal(m->nmeshpoly, n + 2);
    int ends = 0, sides = 0;
    for (int i = 0; i < m->nmeshpoly; i++) {
      ends += m->mesh_polyvertnum[i] == n;
      sides += m->mesh_polyvertnum[i] == 4;
    }
    assert_int_equal(ends, n == 4 ? 6 : 2);
    assert_int_equal(sides, n == 4 ? 6 : n);
    assert_int_equal(m->nmeshpolyvert, 6 * n);
    assert_polygons(m);
    mj_deleteModel(m);
  }
}

static void a_cube_has_six_squares(void** state) {
  (void)state;
  mesh_spec x = new_mesh_spec();
  set_mesh(x.mesh, 8, cube_vert, 0, NULL);
  mjModel* m = model_of(x.s, NULL);
  assert_int_equal(m->nmeshpoly, 6);
  assert_int_equal(m->nmeshpolyvert, 24);
  assert_int_equal(m->nmeshpolymap, 24);
  assert_int_equal(m->nmeshgraph, 98);
  assert_polygons(m);
  mj_deleteModel(m);
}

// Faces of one direction that do not touch stay apart, however many and whatever their paths: two
// triangles that share a corner make a path that crosses itself.
static void flat_surfaces_of_many_parts_are_read(void** state) {
  (void)state;
  enum { FACES = 300, VERTS = 60 };
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    float vert[3 * VERTS] = {0};
    int face[3 * FACES];
    for (int i = 0; i < VERTS; i++) {
      vert[3 * i] = (float)draw();
      vert[3 * i + 1] = (float)draw();
    }
    for (int i = 0; i < FACES; i++) {
      int* f = face + 3 * i;
      f[0] = draw_int(0, VERTS - 3);
      f[1] = draw_int(f[0] + 1, VERTS - 2);
      f[2] = draw_int(f[1] + 1, VERTS - 1);
    }
    mesh_spec x = new_mesh_spec();
    x.geom->contype = x.geom->conaffinity = 0;
    x.geom->density = 0;  // moments of flat bodies fit or not by rounding
    x.mesh->inertia = mjMESH_INERTIA_SHELL;
    set_mesh(x.mesh, VERTS, vert, FACES, face);
    mjModel* m = model_of(x.s, NULL);
    for (int p = 0; p < m->nmeshpoly; p++) assert_true(m->mesh_polyvertnum[p] >= 3);
    assert_true(m->nmeshpolyvert <= 3 * FACES);
    mj_deleteModel(m);
  }
}

// Where normals are equal but for rounding, what is one polygon is a matter of the search for it:
// these are the reference's numbers.
static void nearly_flat_corners_are_parted_as_by_the_reference(void** state) {
  (void)state;
  double sphere[3] = {9, 0.7, 1.3}, torus[4] = {8, 0.4, 0.9, 1.2};
  mesh_spec x = new_mesh_spec();
  assert_int_equal(mjs_makeMesh(x.mesh, mjMESH_BUILTIN_SUPERSPHERE, sphere, 3), 0);
  mjModel* m = model_of(x.s, NULL);
  assert_int_equal(m->nmeshpoly, 104);
  mj_deleteModel(m);
  x = new_mesh_spec();
  assert_int_equal(mjs_makeMesh(x.mesh, mjMESH_BUILTIN_SUPERTORUS, torus, 4), 0);
  m = model_of(x.s, NULL);
  assert_int_equal(m->nmeshpoly, 45);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hulls_hold_their_points),
      cmocka_unit_test(hulls_keep_to_their_limit),
      cmocka_unit_test(hulls_are_made_for_those_who_need_them),
      cmocka_unit_test(a_prism_has_two_ends_and_its_sides),
      cmocka_unit_test(a_cube_has_six_squares),
      cmocka_unit_test(flat_surfaces_of_many_parts_are_read),
      cmocka_unit_test(nearly_flat_corners_are_parted_as_by_the_reference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
