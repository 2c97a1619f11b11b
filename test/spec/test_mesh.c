// Builtin meshes: closed surfaces, on the surface they claim, of the documented sizes.
#include "spec_text.h"

#include <math.h>

typedef struct {
  mjSpec* s;
  mjsMesh* m;
  const float_vec *vert, *normal;
  const int_vec* face;
} built;

static built build(mjtMeshBuiltin type, int n, const double* params) {
  built b = {.s = mj_makeSpec()};
  b.m = mjs_addMesh(b.s, NULL);
  double p[5];
  memcpy(p, params, (size_t)n * sizeof *p);
  int failed = mjs_makeMesh(b.m, type, p, n);
  if (failed) fail_msg("not made: %s", mjs_getError(b.s));
  b.vert = b.m->uservert;
  b.normal = b.m->usernormal;
  b.face = b.m->userface;
  return b;
}
#define BUILD(type, ...) \
  build(type, sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

// Every edge belongs to two faces that run along it in opposite directions; the enclosed volume is
// positive; V - E + F is 2 - 2 holes.
static void assert_closed(built b, int holes) {
  int nv = b.vert->size / 3, nf = b.face->size / 3;
  int* seen = calloc((size_t)nv * (size_t)nv, sizeof(int));
  double volume = 0;
  for (int f = 0; f < nf; f++) {
    const int* v = b.face->data + 3 * f;
    for (int k = 0; k < 3; k++) {
      assert_in_range(v[k], 0, nv - 1);
      seen[v[k] * nv + v[(k + 1) % 3]]++;
    }
    const float *p = b.vert->data + 3 * v[0], *q = b.vert->data + 3 * v[1];
    const float* r = b.vert->data + 3 * v[2];
    volume += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
              p[2] * (q[0] * r[1] - q[1] * r[0]);
  }
  int nedge = 0;
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j < nv; j++) {
      assert_true(seen[i * nv + j] <= 1);
      assert_int_equal(seen[i * nv + j], seen[j * nv + i]);
      nedge += i < j ? seen[i * nv + j] : 0;
    }
  }
  free(seen);
  assert_int_equal(nv - nedge + nf, 2 - 2 * holes);
  assert_true(volume > 0);
}

static void assert_counts(built b, int nvert, int nface) {
  assert_int_equal(b.vert->size, 3 * nvert);
  assert_int_equal(b.face->size, 3 * nface);
}

static void spheres_are_split_icosahedra(void** state) {
  (void)state;
  for (int k = 0; k <= 3; k++) {
    built b = BUILD(mjMESH_BUILTIN_SPHERE, k);
    int n = 1 << 2 * k;
    assert_counts(b, 10 * n + 2, 20 * n);
    assert_closed(b, 0);
    for (int i = 0; i < b.vert->size; i += 3) {
      const float* v = b.vert->data + i;
      assert_float_equal(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], 1, 1e-6);
    }
    mj_deleteSpec(b.s);
  }
}

static void hemispheres_are_closed_at_the_bottom(void** state) {
  (void)state;
  for (int k = 0; k <= 6; k++) {
    built b = BUILD(mjMESH_BUILTIN_HEMISPHERE, k);
    assert_counts(b, 1 + 2 * (k + 1) * (k + 2) + 1, 4 * (k + 1) * (k + 1) + 4 * (k + 1));
    assert_closed(b, 0);
    mj_deleteSpec(b.s);
  }
}

static void supersphere_and_supertorus_satisfy_their_equation(void** state) {
  (void)state;
  built b = BUILD(mjMESH_BUILTIN_SUPERSPHERE, 6, 0.5, 1.5);
  assert_counts(b, 32, 60);
  assert_closed(b, 0);
  for (int i = 0; i < b.vert->size; i += 3) {
    const float* v = b.vert->data + i;
    double xy = pow(pow(fabs(v[0]), 2 / 0.5) + pow(fabs(v[1]), 2 / 0.5), 0.5 / 1.5);
    assert_float_equal(xy + pow(fabs(v[2]), 2 / 1.5), 1, 1e-5);
  }
  mj_deleteSpec(b.s);
  b = BUILD(mjMESH_BUILTIN_SUPERTORUS, 5, 0.3, 1, 1);
  assert_counts(b, 25, 50);
  assert_closed(b, 1);
  for (int i = 0; i < b.vert->size; i += 3) {
    const float* v = b.vert->data + i;
    double from_ring = hypot(v[0], v[1]) - 1;
    assert_float_equal(hypot(from_ring, v[2]), 0.3, 1e-6);
  }
  mj_deleteSpec(b.s);
}

static void cones_are_points_for_a_hull(void** state) {
  (void)state;
  built b = BUILD(mjMESH_BUILTIN_CONE, 8, 0.5);
  assert_counts(b, 16, 0);
  mj_deleteSpec(b.s);
  b = BUILD(mjMESH_BUILTIN_CONE, 8, 0);
  assert_counts(b, 9, 0);
  mj_deleteSpec(b.s);
}

static void wedges_have_an_orthonormal_frame_per_direction(void** state) {
  (void)state;
  built b = BUILD(mjMESH_BUILTIN_WEDGE, 3, 4, 90, 60, 0.3);
  assert_counts(b, 12, 0);
  assert_int_equal(b.normal->size, 9 * 12);
  for (int i = 0; i < 12; i++) {
    const float* r = b.normal->data + 9 * i;
    const float* v = b.vert->data + 3 * i;
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        double dot =
            r[3 * j] * r[3 * k] + r[3 * j + 1] * r[3 * k + 1] + r[3 * j + 2] * r[3 * k + 2];
        assert_float_equal(dot, j == k, 1e-6);
      }
      // the sphere's normal is its radius
      assert_float_equal(r[j], v[j], 1e-6);
    }
  }
  mj_deleteSpec(b.s);
}

static void plates_are_grids_of_triangles(void** state) {
  (void)state;
  built b = BUILD(mjMESH_BUILTIN_PLATE, 3, 4);
  assert_counts(b, 12, 12);
  assert_int_equal(b.normal->size, 9 * 12);
  assert_int_equal(b.m->inertia, mjMESH_INERTIA_SHELL);
  for (int f = 0; f < 12; f++) {
    const int* v = b.face->data + 3 * f;
    const float *p = b.vert->data + 3 * v[0], *q = b.vert->data + 3 * v[1];
    const float* r = b.vert->data + 3 * v[2];
    double twice = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    assert_float_equal(twice, 2. / 3 * 2. / 4, 1e-6);
  }
  mj_deleteSpec(b.s);
}

static void wrong_parameters_are_refused(void** state) {
  (void)state;
  static const struct {
    int type, n;
    double p[5];
  } rows[] = {{mjMESH_BUILTIN_SPHERE, 1, {5}},
              {mjMESH_BUILTIN_SPHERE, 1, {-1}},
              {mjMESH_BUILTIN_SPHERE, 1, {NAN}},
              {mjMESH_BUILTIN_SPHERE, 2, {1, 1}},
              {mjMESH_BUILTIN_HEMISPHERE, 1, {11}},
              {mjMESH_BUILTIN_SUPERSPHERE, 3, {2, 1, 1}},
              {mjMESH_BUILTIN_SUPERTORUS, 4, {5, 1.5, 1, 1}},
              {mjMESH_BUILTIN_SUPERTORUS, 4, {5, .5, 0, 1}},
              {mjMESH_BUILTIN_WEDGE, 5, {3, 4, 190, 60, 0}},
              {mjMESH_BUILTIN_WEDGE, 5, {3, 4, 90, 60, 2}},
              {mjMESH_BUILTIN_PLATE, 2, {0, 4}},
              {mjMESH_BUILTIN_PLATE, 1, {3}}};
  mjSpec* s = mj_makeSpec();
  mjsMesh* m = mjs_addMesh(s, NULL);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double p[5];
    memcpy(p, rows[i].p, sizeof p);
    if (mjs_makeMesh(m, rows[i].type, p, rows[i].n) != -1) fail_msg("row %zu accepted", i);
    assert_true(mjs_getError(s)[0]);
  }
  assert_int_equal(mjs_makeMesh(m, mjMESH_BUILTIN_NONE, NULL, 0), 1);
  assert_int_equal(((const float_vec*)m->uservert)->size, 0);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheres_are_split_icosahedra),
      cmocka_unit_test(hemispheres_are_closed_at_the_bottom),
      cmocka_unit_test(supersphere_and_supertorus_satisfy_their_equation),
      cmocka_unit_test(cones_are_points_for_a_hull),
      cmocka_unit_test(wedges_have_an_orthonormal_frame_per_direction),
      cmocka_unit_test(plates_are_grids_of_triangles),
      cmocka_unit_test(wrong_parameters_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
