// Volume, centre and inertia of meshes: closed forms, and how they follow transforms.
#include "asset_model.h"

#include <math.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "spec/container.h"

// Mass, centre and tensor of inertia about the centre, xx yy zz xy xz yz.
typedef struct {
  double mass, center[3], tensor[6];
} solid;

static const int row_of[6] = {0, 1, 2, 0, 0, 1}, column_of[6] = {0, 1, 2, 1, 2, 2};

// t = R t R'.
static void rotate_tensor(double t[6], const double quat[4]) {
  double r[9], full[9], out[6] = {0};
  quat_to_mat3(r, quat);
  for (int i = 0; i < 6; i++) {
    full[3 * row_of[i] + column_of[i]] = full[3 * column_of[i] + row_of[i]] = t[i];
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        out[i] += r[3 * row_of[i] + j] * full[3 * j + k] * r[3 * column_of[i] + k];
      }
    }
  }
  memcpy(t, out, sizeof out);
}

static solid solid_of(const mjModel* m) {
  solid s = {.mass = m->body_mass[1]};
  vec3_copy(s.center, m->body_ipos + 3);
  for (int k = 0; k < 3; k++) s.tensor[k] = m->body_inertia[3 + k];
  rotate_tensor(s.tensor, m->body_iquat + 4);
  return s;
}

static double sum_of_squares(const double t[6]) {
  double diagonal = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
  return diagonal + 2 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]);
}

// The principal frame is left as it is when a millionth of a radian is missing, as in the API; the
// moments, and so what does not depend on the frame, are then right to the square of that.
static void assert_solid(const solid* got, const solid* want, double tolerance) {
  assert_near(got->mass, want->mass, tolerance);
  assert_near_vector(got->center, want->center, 3, tolerance);
  assert_near(got->tensor[0] + got->tensor[1] + got->tensor[2],
              want->tensor[0] + want->tensor[1] + want->tensor[2], tolerance);
  assert_near(sum_of_squares(got->tensor), sum_of_squares(want->tensor), tolerance);
  double largest = fmax(want->tensor[0], fmax(want->tensor[1], want->tensor[2]));
  assert_near_vector(got->tensor, want->tensor, 6, 3e-6 * largest);
}

// --- closed forms -------------------------------------------------------------------------------

// From second moments about the centre: P = integral of x x'.
static void tensor_from_moments(double tensor[6], const double p[6]) {
  for (int k = 0; k < 3; k++) tensor[k] = p[(k + 1) % 3] + p[(k + 2) % 3];
  for (int k = 3; k < 6; k++) tensor[k] = -p[k];
}

static solid box_solid(const double h[3]) {
  solid s = {.mass = 8 * h[0] * h[1] * h[2]};
  double p[6] = {0};
  for (int k = 0; k < 3; k++) p[k] = s.mass * h[k] * h[k] / 3;
  tensor_from_moments(s.tensor, p);
  return s;
}

static solid box_shell(const double h[3]) {
  solid s = {0};
  double p[6] = {0};
  for (int k = 0; k < 3; k++) {
    double side = 8 * h[(k + 1) % 3] * h[(k + 2) % 3];  // both that face along k
    s.mass += side;
    for (int j = 0; j < 3; j++) p[j] += side * h[j] * h[j] / (j == k ? 1 : 3);
  }
  tensor_from_moments(s.tensor, p);
  return s;
}

// The corner of a box cut off by the plane through its three edges' ends.
static solid corner_solid(const double edge[3]) {
  solid s = {.mass = edge[0] * edge[1] * edge[2] / 6};
  double p[6];
  for (int i = 0; i < 6; i++) {
    double product = edge[row_of[i]] * edge[column_of[i]] * s.mass;
    p[i] = i < 3 ? product * 3 / 80 : -product / 80;
  }
  for (int k = 0; k < 3; k++) s.center[k] = edge[k] / 4;
  tensor_from_moments(s.tensor, p);
  return s;
}

static const int corner_face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

static void set_box(mjsMesh* mesh) {
  int face[36];
  for (int i = 0; i < 36; i++) face[i] = cube_corner(i / 3, i % 3);
  set_mesh(mesh, 8, cube_vert, 12, face);
}

static void set_corner(mjsMesh* mesh) {
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  set_mesh(mesh, 4, vert, 4, corner_face);
}

static void box_and_tetrahedron_are_their_closed_forms(void** state) {
  (void)state;
  for (int i = 0; i < 40; i++) {
    draw_seed(i);
    double size[3];
    for (int k = 0; k < 3; k++) size[k] = draw_between(0.2, 2);
    int kind = i % 2;
    mjtMeshInertia mode = (mjtMeshInertia)(i / 2 % (kind ? 3 : 4));
    mesh_spec x = new_mesh_spec();
    x.mesh->inertia = mode;
    vec3_copy(x.mesh->scale, size);
    (kind ? set_corner : set_box)(x.mesh);
    mjModel* m = model_of(x.s, NULL);
    solid got = solid_of(m), want;
    if (kind) {
      want = corner_solid(size);
    } else {
      want = mode == mjMESH_INERTIA_SHELL ? box_shell(size) : box_solid(size);
    }
    assert_solid(&got, &want, 1e-9);
    mj_deleteModel(m);
  }
}

// What refpos, refquat and a uniform scale do to a body: x -> s R'(x - p).
static void solids_follow_the_transform_of_the_mesh(void** state) {
  (void)state;
  for (int i = 0; i < 60; i++) {
    draw_seed(i);
    mesh_spec x = new_mesh_spec();
    double scale = draw_between(0.5, 2), edge[3] = {1, 1, 1};
    x.mesh->inertia = (mjtMeshInertia)(i % 3);
    for (int k = 0; k < 3; k++) x.mesh->refpos[k] = draw();
    for (int k = 0; k < 4; k++) x.mesh->refquat[k] = draw();
    for (int k = 0; k < 3; k++) x.mesh->scale[k] = scale;
    solid want = i % 2 ? corner_solid(edge) : box_solid(edge);
    (i % 2 ? set_corner : set_box)(x.mesh);

    double back[4], mat[9];
    quat_copy(back, x.mesh->refquat);
    double norm = 0;
    for (int k = 0; k < 4; k++) norm += back[k] * back[k];
    for (int k = 0; k < 4; k++) back[k] *= (k ? -1 : 1) / sqrt(norm);
    quat_to_mat3(mat, back);
    vec3_sub(want.center, want.center, x.mesh->refpos);
    double moved[3] = {0};
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) moved[j] += scale * mat[3 * j + k] * want.center[k];
    }
    vec3_copy(want.center, moved);
    rotate_tensor(want.tensor, back);
    want.mass *= pow(scale, 3);
    for (int k = 0; k < 6; k++) want.tensor[k] *= pow(scale, 5);

    mjModel* m = model_of(x.s, NULL);
    solid got = solid_of(m);
    assert_solid(&got, &want, 1e-9);
    mj_deleteModel(m);
  }
}

// The frame of the mesh: vertices in it and its pose give back the vertices of the source.
static void vertices_and_frame_give_back_the_source(void** state) {
  (void)state;
  mesh_spec x = new_mesh_spec();
  set_corner(x.mesh);
  vec3_set(x.mesh->scale, 0.3, 0.2, 0.1);
  mjModel* m = model_of(x.s, NULL);
  assert_near(m->body_mass[1], 1e-3, 1e-15);
  static const double want[12] = {0, 0, 0, 0.3, 0, 0, 0, 0.2, 0, 0, 0, 0.1};
  for (int i = 0; i < 4; i++) {
    double v[3] = {m->mesh_vert[3 * i], m->mesh_vert[3 * i + 1], m->mesh_vert[3 * i + 2]};
    double back[3];
    quat_rotate(back, m->mesh_quat, v);
    vec3_add(back, back, m->mesh_pos);
    assert_near_vector(back, want + 3 * i, 3, 1e-7);
  }
  // reference values
  static const double quat[4] = {0.22089758, 0.73604093, 0.00552401, 0.6398574};
  assert_near_vector(m->mesh_quat, quat, 4, 1e-7);
  mj_deleteModel(m);
}

// --- surfaces that polyhedra approach -----------------------------------------------------------

static solid builtin(mjtMeshBuiltin type, int n, const double* params, mjtMeshInertia mode) {
  double p[4];
  memcpy(p, params, (size_t)n * sizeof *p);
  mesh_spec x = new_mesh_spec();
  assert_int_equal(mjs_makeMesh(x.mesh, type, p, n), 0);
  x.mesh->inertia = mode;
  mjModel* m = model_of(x.s, NULL);
  solid s = solid_of(m);
  mj_deleteModel(m);
  return s;
}

// Halving the triangles' edges quarters the error.
static void assert_quarters(const char* what, const double error[3]) {
  for (int i = 0; i < 2; i++) {
    double ratio = error[i] / error[i + 1];
    if (ratio > 3.7 && ratio < 4.3) continue;
    print_error("%s: errors %g, %g, %g do not fall by 4\n", what, error[0], error[1], error[2]);
    fail();
  }
}

static void spheres_converge(void** state) {
  (void)state;
  double volume[3], inertia[3], area[3];
  for (int i = 0; i < 3; i++) {
    double subdivision[1] = {2 + i};
    solid s = builtin(mjMESH_BUILTIN_SPHERE, 1, subdivision, mjMESH_INERTIA_EXACT);
    volume[i] = 4 * mjPI / 3 - s.mass;
    inertia[i] = 0.4 * 4 * mjPI / 3 - s.tensor[0];
    assert_near(s.tensor[0], s.tensor[2], 1e-6);
    s = builtin(mjMESH_BUILTIN_SPHERE, 1, subdivision, mjMESH_INERTIA_SHELL);
    area[i] = 4 * mjPI - s.mass;
  }
  assert_quarters("volume", volume);
  assert_quarters("inertia", inertia);
  assert_quarters("area", area);
}

static void tori_converge(void** state) {
  (void)state;
  double volume[3], axial[3];
  const double r = 0.3;
  for (int i = 0; i < 3; i++) {
    double p[4] = {16 << i, r, 1, 1};
    solid s = builtin(mjMESH_BUILTIN_SUPERTORUS, 4, p, mjMESH_INERTIA_EXACT);
    volume[i] = 2 * mjPI * mjPI * r * r - s.mass;
    axial[i] = 2 * mjPI * mjPI * r * r * (1 + 0.75 * r * r) - s.tensor[2];
    // a hole is mass to the hull
    assert_true(builtin(mjMESH_BUILTIN_SUPERTORUS, 4, p, mjMESH_INERTIA_CONVEX).mass >
                1.2 * s.mass);
  }
  assert_quarters("volume", volume);
  assert_quarters("inertia", axial);
}

// --- any closed surface -------------------------------------------------------------------------

// Where a vertex goes: S R'(x - p), as refpos, refquat and scale say.
static void transformed(const mjsMesh* mesh, const float* source, double v[3]) {
  double q[4], x[3];
  for (int k = 0; k < 3; k++) x[k] = source[k] - mesh->refpos[k];
  quat_copy(q, mesh->refquat);
  quat_normalize(q);
  for (int k = 1; k < 4; k++) q[k] = -q[k];
  quat_rotate(v, q, x);
  for (int k = 0; k < 3; k++) v[k] *= mesh->scale[k];
}

// Add weight, weight x and weight x x' at a point.
static void add_point(double weight, const double x[3], double first[3], double second[6],
                      double* total) {
  *total += weight;
  for (int k = 0; k < 3; k++) first[k] += weight * x[k];
  for (int k = 0; k < 6; k++) second[k] += weight * x[row_of[k]] * x[column_of[k]];
}

// Integrals over tetrahedra from the origin, or triangles, by rules that are exact for squares: of
// a tetrahedron 1/20 at its corners and 4/5 in its middle, of a triangle thirds in the middles of
// its sides.
static solid integrate(const mjsMesh* mesh, bool shell) {
  const float* vert = ((const float_vec*)mesh->uservert)->data;
  const int_vec* face = (const int_vec*)mesh->userface;
  double total = 0, first[3] = {0}, p[6] = {0};
  for (int i = 0; i < face->size; i += 3) {
    double v[4][3] = {{0}}, a[3], b[3], cross[3];
    for (int k = 0; k < 3; k++) transformed(mesh, vert + 3 * face->data[i + k], v[k]);
    vec3_sub(a, v[1], v[0]);
    vec3_sub(b, v[2], v[0]);
    vec3_cross(cross, a, b);
    double size = shell ? vec3_norm(cross) / 2 : vec3_dot(v[0], cross) / 6;
    for (int k = 0; k < (shell ? 3 : 4); k++) {
      double side[3];
      for (int j = 0; j < 3; j++) side[j] = (v[k][j] + v[(k + 1) % 3][j]) / 2;
      add_point(shell ? size / 3 : size / 20, shell ? side : v[k], first, p, &total);
    }
    if (shell) continue;
    double middle[3];
    for (int j = 0; j < 3; j++) middle[j] = (v[0][j] + v[1][j] + v[2][j]) / 4;
    add_point(size * 4 / 5, middle, first, p, &total);
  }
  solid s = {.mass = total};
  vec3_scale(s.center, first, 1 / total);
  for (int k = 0; k < 6; k++) p[k] -= total * s.center[row_of[k]] * s.center[column_of[k]];
  tensor_from_moments(s.tensor, p);
  return s;
}

static void set_sphere(mjsMesh* mesh) {
  double subdivision[1] = {2};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, subdivision, 1), 0);
}

static void set_torus(mjsMesh* mesh) {
  double p[4] = {12, 0.4, 1, 1};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SUPERTORUS, p, 4), 0);
}

// Every mode of inertia gives the integrals of its surface, moved, turned and stretched; the modes
// of the hull and of absolute volumes where these are the same.
static void closed_meshes_are_their_integrals(void** state) {
  (void)state;
  void (*const set[4])(mjsMesh*) = {set_box, set_corner, set_sphere, set_torus};
  for (int i = 0; i < 128; i++) {
    draw_seed(i);
    int kind = i % 4;
    mjtMeshInertia mode = (mjtMeshInertia)(i / 4 % 4);
    if (kind == 3 && (mode == mjMESH_INERTIA_CONVEX || mode == mjMESH_INERTIA_LEGACY)) continue;
    mesh_spec x = new_mesh_spec();
    set[kind](x.mesh);
    x.mesh->inertia = mode;
    for (int k = 0; k < 3; k++) x.mesh->refpos[k] = draw();
    for (int k = 0; k < 4; k++) x.mesh->refquat[k] = draw();
    for (int k = 0; k < 3; k++) x.mesh->scale[k] = draw_between(0.5, 1.5);
    solid want = integrate(x.mesh, mode == mjMESH_INERTIA_SHELL);
    mjModel* m = model_of(x.s, NULL);
    solid got = solid_of(m);
    assert_solid(&got, &want, 1e-9 * (1 + sum_of_squares(want.tensor)));
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(box_and_tetrahedron_are_their_closed_forms),
      cmocka_unit_test(solids_follow_the_transform_of_the_mesh),
      cmocka_unit_test(vertices_and_frame_give_back_the_source),
      cmocka_unit_test(spheres_converge),
      cmocka_unit_test(tori_converge),
      cmocka_unit_test(closed_meshes_are_their_integrals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
