// Mesh files: the same solid from every format; what each format says; what is refused.
#include "asset_model.h"

#include <math.h>

static bytes text_file(const char* text) {
  bytes b = {0};
  put_text(&b, text);
  return b;
}

// --- what is read -------------------------------------------------------------------------------

static void assert_cube(const mjModel* m) {
  assert_int_equal(m->nmeshvert, 8);
  assert_int_equal(m->nmeshface, 12);
  assert_near(m->body_mass[1], 8, 1e-12);
  for (int k = 0; k < 3; k++) {
    assert_near(m->mesh_pos[k], 0, 1e-12);
    assert_near(m->body_inertia[3 + k], 16.0 / 3, 1e-12);
    assert_near(m->geom_aabb[3 + k], 1, 1e-12);
  }
}

static void every_format_gives_the_same_cube(void** state) {
  (void)state;
  bytes b[5] = {0};
  static const char* const name[5] = {"c.OBJ", "c.stl", "c.msh", "d.msh", "t.stl"};
  put_obj_cube(&b[0]);
  put_stl_cube(&b[1]);
  put_msh_cube(&b[2], 0, 0);
  put_msh_cube(&b[3], 1, 1);
  put_stl_text_cube(&b[4]);
  for (int i = 0; i < 5; i++) {
    mjModel* m = model_of_mesh_file(name[i], &b[i], mjMESH_INERTIA_EXACT);
    assert_cube(m);
    assert_int_equal(m->mesh_texcoordnum[0], i == 0 ? 4 : i == 3 ? 8 : 0);
    assert_int_equal(m->mesh_normalnum[0], i == 0 ? 6 : 8);
    mj_deleteModel(m);
  }
}

// STL has no shared vertices: equal ones become one, in the order of first appearance.
static void stl_vertices_are_merged_in_order(void** state) {
  bytes b = {0};
  if (*state) {
    put_stl_text_cube(&b);
  } else {
    put_stl_cube(&b);
  }
  mjModel* m = model_of_mesh_file("c.stl", &b, mjMESH_INERTIA_LEGACY);
  static const int first[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  assert_memory_equal(m->mesh_face, first, sizeof first);
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      assert_near(m->mesh_vert[3 * i + k], cube_vert[3 * cube_quad[i] + k], 1e-6);
    }
  }
  mj_deleteModel(m);
}

static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

static void obj_indices_count_from_either_end(void** state) {
  (void)state;
  bytes b = text_file(tetrahedron);
  put_text(&b, "f 1 3 2\r\nf -4 -3 -1\nf 1//  4 3\n");
  // "1//" lacks its number
  mjVFS vfs = file_of("t.obj", b.data, b.size);
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, "t.obj");
  refused(x.s, &vfs, "line 7");
  mj_deleteVFS(&vfs);
  b = text_file(tetrahedron);
  put_text(&b, "# comment\nvn 1 0 0\ns off\nf 1 3 2\r\nf -4//-1 -3//1 -1//1\nf 1 4 3\nf 2 3 4");
  mjModel* m = model_of_mesh_file("t.obj", &b, mjMESH_INERTIA_EXACT);
  static const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  static const int normal[12] = {-1, -1, -1, 0, 0, 0, -1, -1, -1, -1, -1, -1};
  assert_memory_equal(m->mesh_face, face, sizeof face);
  assert_memory_equal(m->mesh_facenormal, normal, sizeof normal);
  assert_near(m->body_mass[1], 1. / 6, 1e-12);
  mj_deleteModel(m);
}

// The faces of the first object alone, but everybody's vertices.
static void the_first_object_of_an_obj_is_the_mesh(void** state) {
  (void)state;
  bytes b = text_file("o first\n");
  put_text(&b, tetrahedron);
  put_text(&b, "g outside\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\no second\nv 9 9 9\nf 1 2 5\n");
  mjModel* m = model_of_mesh_file("t.obj", &b, mjMESH_INERTIA_EXACT);
  assert_int_equal(m->nmeshface, 4);
  assert_int_equal(m->nmeshvert, 5);
  assert_near(m->body_mass[1], 1. / 6, 1e-12);
  assert_int_equal(m->mesh_graph[m->mesh_graphadr[0]], 5);  // the hull has the other vertex too
  mj_deleteModel(m);
}

// A prism over a polygon that is not convex has the polygon's area times its height.
static void concave_polygons_are_cut_into_ears(void** state) {
  (void)state;
  // an arrow: area 3 of a square of 4, less the notch of 1
  static const char arrow[] =
      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 1 0\nv 0 2 0\n"
      "v 0 0 1\nv 2 0 1\nv 2 2 1\nv 1 1 1\nv 0 2 1\n"
      "f 5 4 3 2 1\nf 6 7 8 9 10\nf 1 2 7 6\nf 2 3 8 7\nf 3 4 9 8\nf 4 5 10 9\nf 5 1 6 10\n";
  bytes b = text_file(arrow);
  mjModel* m = model_of_mesh_file("a.obj", &b, mjMESH_INERTIA_EXACT);
  assert_int_equal(m->nmeshface, 2 * 3 + 5 * 2);
  assert_near(m->body_mass[1], 3, 1e-12);
  mj_deleteModel(m);
  // no triangle lies outside: their areas are that of the surface
  m = model_of_mesh_file("a.obj", &b, mjMESH_INERTIA_SHELL);
  assert_near(m->body_mass[1], 2 * 3 + 6 + 2 * sqrt(2), 1e-12);
  mj_deleteModel(m);
}

// A scale that mirrors turns the faces of a file, so that volumes stay positive.
static void mirrored_files_keep_their_orientation(void** state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    static const char* const name[3] = {"c.obj", "c.stl", "c.msh"};
    bytes b = {0};
    if (kind == 0) put_obj_cube(&b);
    if (kind == 1) put_stl_cube(&b);
    if (kind == 2) put_msh_cube(&b, 1, 1);
    mjVFS vfs = file_of(name[kind], b.data, b.size);
    mesh_spec x = new_mesh_spec();
    mjs_setString(x.mesh->file, name[kind]);
    x.mesh->inertia = mjMESH_INERTIA_EXACT;
    x.mesh->scale[1] = -0.5;
    mjModel* m = model_of(x.s, &vfs);
    assert_near(m->body_mass[1], 4, 1e-12);
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
  }
}

static void inline_data_completes_a_file(void** state) {
  (void)state;
  bytes b = text_file(tetrahedron);
  mjVFS vfs = file_of("t.obj", b.data, b.size);
  static const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, "t.obj");
  mjs_setInt(x.mesh->userface, face, 12);
  mjModel* m = model_of(x.s, &vfs);
  assert_memory_equal(m->mesh_face, face, sizeof face);
  mj_deleteModel(m);
  x = new_mesh_spec();
  mjs_setString(x.mesh->file, "t.obj");
  mjs_setFloat(x.mesh->uservert, cube_vert, 24);
  refused(x.s, &vfs, "vertices are given both in the file and inline");
  mj_deleteVFS(&vfs);
}

// --- what is refused ----------------------------------------------------------------------------

static void cut(bytes* b) { b->size -= 10; }
static void lengthen(bytes* b) { put(b, "more", 4); }
static void set_word(bytes* b, int at, int value) { memcpy(b->data + 4 * at, &value, 4); }
static void set_float(bytes* b, int at, float value) { memcpy(b->data + 4 * at, &value, 4); }

static void refuse(const char* name, const bytes* b, const char* part) {
  mjVFS vfs = file_of(name, b->data, b->size);
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, name);
  mjModel* m = mj_compile(x.s, &vfs);
  assert_null(m);
  const char* error = mjs_getError(x.s);
  // which element, which file, what
  if (!strstr(error, "mesh 'm'") || !strstr(error, name) || !strstr(error, part)) {
    print_error("gives: %s\n  should mention: %s\n", error, part);
    fail();
  }
  mj_deleteSpec(x.s);
  mj_deleteVFS(&vfs);
}

static void broken_stl_is_refused(void** state) {
  (void)state;
  bytes whole = {0};
  put_stl_cube(&whole);
  bytes b = whole;
  cut(&b);
  refuse("a.stl", &b, "12 triangles");
  b = whole;
  set_word(&b, 20, 2147483647);
  refuse("a.stl", &b, "binary");
  b = whole;
  set_word(&b, 20, -1);
  refuse("a.stl", &b, "binary");
  b = text_file(
      "solid ascii\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
      "vertex 0 1\nendloop\nendfacet\nendsolid\n");
  refuse("a.stl", &b, "line 7: number 3 is missing");
  b = text_file("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n");
  refuse("a.stl", &b, "line 5: 'vertex' is expected");
  b = text_file("solid a\nfacet normal 0 0 x\n");
  refuse("a.stl", &b, "line 2: number 3");
  b = text_file("solid a\nendsolid a\n");
  refuse("a.stl", &b, "no triangles");
  b = text_file("solid a\n");
  refuse("a.stl", &b, "'endsolid' is expected");
  put_stl_text_cube(&b);
  refuse("a.stl", &b, "'endsolid' is expected");
  b.size = 0;
  put_stl_text_cube(&b);
  put_text(&b, "what is this");
  refuse("a.stl", &b, "'solid' or the end");
  b = text_file("short");
  refuse("a.stl", &b, "header");
  b = whole;
  set_float(&b, 24, NAN);
  refuse("a.stl", &b, "triangle 0");
  b = whole;
  set_float(&b, 24, 1e12f);
  refuse("a.stl", &b, "bounds");
}

static void broken_msh_is_refused(void** state) {
  (void)state;
  bytes whole = {0};
  put_msh_cube(&whole, 1, 1);
  bytes b = whole;
  cut(&b);
  refuse("a.msh", &b, "bytes");
  b = whole;
  lengthen(&b);
  refuse("a.msh", &b, "bytes");
  for (int i = 0; i < 4; i++) {
    b = whole;
    set_word(&b, i, -8);
    refuse("a.msh", &b, "-8");
    b = whole;
    set_word(&b, i, 0x7fffffff);
    refuse("a.msh", &b, i == 1 || i == 2 ? "do not fit" : "");
  }
  b = whole;
  set_float(&b, 4, INFINITY);
  refuse("a.msh", &b, "not finite");
  b = whole;
  memcpy(b.data + b.size - 4, &(int){8}, 4);
  refuse("a.msh", &b, "in face 11, vertex index 8 does not exist; there are 8");
  b = text_file("tiny");
  refuse("a.msh", &b, "4 counts");
}

static void broken_obj_is_refused(void** state) {
  (void)state;
  static const char* const rows[][2] = {
      {"f 1 2 5\n", "line 5: a face refers to vertex 5; there are 4"},
      {"f 1 2 0\n", "line 5: a face needs indices from 1"},
      {"f 1 2 -5\n", "line 5: a face needs indices from 1"},
      {"f 1 2 x\n", "line 5"},
      {"f 1/ 2 3\n", "line 5"},
      {"f 1 2 9999999999999\n", "line 5"},
      {"vn 1 0 0\nf 1//1 2//2 3//1\n", "line 6: a face refers to normal 2; there are 1"},
      {"vt 1 0\nf 1/1 2/3 3/1\n", "line 6: a face refers to texture coordinate 3; there are 1"},
      {"v 1 x 1\n", "line 5: number 2"},
      {"v 1 2\n", "line 5: number 3"},
      {"v nan 1 1\n", ""},
      {"v 1e39 1 1\n", ""},
      {"f 1 2 99 4\n", "line 5: a face refers to vertex 99; there are 4"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bytes b = text_file(tetrahedron);
    put_text(&b, rows[i][0]);
    refuse("a.obj", &b, rows[i][1]);
  }
  bytes b = text_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  refuse("a.obj", &b, "at least 4 vertices");
}

static void other_files_are_refused(void** state) {
  (void)state;
  bytes b = text_file("ply");
  refuse("a.ply", &b, "no mesh file");
  refuse("a.txt", &b, "STL (.stl");
  refuse("noextension", &b, "no mesh file");
  b = text_file("v");
  b.size = 0;
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, "missing.stl");
  refused(x.s, NULL, "missing.stl");
  // a content type decides against the extension
  b = (bytes){0};
  put_stl_cube(&b);
  mjVFS vfs = file_of("a.dat", b.data, b.size);
  x = new_mesh_spec();
  mjs_setString(x.mesh->file, "a.dat");
  mjs_setString(x.mesh->content_type, "model/stl");
  mjModel* m = model_of(x.s, &vfs);
  assert_cube(m);
  mj_deleteModel(m);
  x = new_mesh_spec();
  mjs_setString(x.mesh->file, "a.dat");
  mjs_setString(x.mesh->content_type, "stl");
  refused(x.s, &vfs, "type/subtype");
  mj_deleteVFS(&vfs);
}

// --- surfaces without mass ----------------------------------------------------------------------

typedef struct {
  mjtMeshInertia inertia;
  int face[12];
  float height, scale;
  const char* part;
} surface;

static void surfaces_without_mass_say_so(void** state) {
  (void)state;
  static const surface rows[] = {
      {mjMESH_INERTIA_EXACT, {0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3}, 1, 1, "edge from vertex 1 to 2"},
      {mjMESH_INERTIA_EXACT, {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}, 1, 1, "volume is negative"},
      {mjMESH_INERTIA_LEGACY, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, 0, 1, "inertia=\"shell\""},
      {mjMESH_INERTIA_LEGACY, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, 1, 1e-6f, "too small"},
      {mjMESH_INERTIA_SHELL, {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, 1, 1, "area is too small"},
      {mjMESH_INERTIA_LEGACY, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, 1, 1e30f, "not finite"},
      {mjMESH_INERTIA_LEGACY, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 4}, 1, 1, "vertex index 4"},
      {mjMESH_INERTIA_LEGACY, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, -1}, 1, 1, "vertex index -1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const surface* r = rows + i;
    float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, r->height};
    if (r->scale > 1) {
      // the scale of the mesh is a double: coordinates fit, moments do not
      for (int k = 0; k < 12; k++) vert[k] *= r->scale;
    }
    mesh_spec x = new_mesh_spec();
    x.geom->contype = x.geom->conaffinity = 0;  // no hull
    x.mesh->inertia = r->inertia;
    if (r->scale > 1) {
      for (int k = 0; k < 3; k++) x.mesh->scale[k] = 1e30;
    } else {
      for (int k = 0; k < 3; k++) x.mesh->scale[k] = r->scale;
    }
    set_mesh(x.mesh, 4, vert, 4, r->face);
    refused(x.s, NULL, r->scale > 1 ? "too far" : r->part);
  }
  // a flat mesh has no hull
  static const float flat[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  static const int face[6] = {0, 1, 2, 1, 3, 2};
  mesh_spec x = new_mesh_spec();
  x.mesh->inertia = mjMESH_INERTIA_SHELL;
  set_mesh(x.mesh, 4, flat, 2, face);
  refused(x.s, NULL, "thickness");
  x = new_mesh_spec();
  x.mesh->inertia = mjMESH_INERTIA_SHELL;
  x.geom->contype = x.geom->conaffinity = 0;
  set_mesh(x.mesh, 4, flat, 2, face);
  mjModel* m = model_of(x.s, NULL);
  assert_near(m->body_mass[1], 1, 1e-12);
  assert_int_equal(m->mesh_graphadr[0], -1);
  mj_deleteModel(m);
}

// A tetrahedron without one of its faces: the mass is what it is, but the user is told.
static void open_surfaces_are_told_of(void** state) {
  (void)state;
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  for (int nface = 3; nface <= 4; nface++) {
    mesh_spec x = new_mesh_spec();
    x.mesh->inertia = mjMESH_INERTIA_EXACT;
    set_mesh(x.mesh, 4, vert, nface, face);
    mjModel* m = mj_compile(x.s, NULL);
    assert_non_null(m);
    assert_int_equal(mjs_isWarning(x.s), nface == 3);
    if (nface == 3) assert_non_null(strstr(mjs_getError(x.s), "open along 3 edges"));
    mj_deleteModel(m);
    mj_deleteSpec(x.s);
  }
}

static void what_is_no_mesh_at_all_is_refused(void** state) {
  (void)state;
  mesh_spec x = new_mesh_spec();
  refused(x.s, NULL, "give it a file, vertices or a builtin shape");
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  x = new_mesh_spec();
  set_mesh(x.mesh, 4, vert, 0, NULL);
  x.mesh->refquat[0] = 0;
  refused(x.s, NULL, "refquat must not be zero");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_format_gives_the_same_cube),
      cmocka_unit_test_prestate(stl_vertices_are_merged_in_order, NULL),
      cmocka_unit_test_prestate(stl_vertices_are_merged_in_order, "text"),
      cmocka_unit_test(obj_indices_count_from_either_end),
      cmocka_unit_test(the_first_object_of_an_obj_is_the_mesh),
      cmocka_unit_test(concave_polygons_are_cut_into_ears),
      cmocka_unit_test(mirrored_files_keep_their_orientation),
      cmocka_unit_test(inline_data_completes_a_file),
      cmocka_unit_test(broken_stl_is_refused),
      cmocka_unit_test(broken_msh_is_refused),
      cmocka_unit_test(broken_obj_is_refused),
      cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(surfaces_without_mass_say_so),
      cmocka_unit_test(open_surfaces_are_told_of),
      cmocka_unit_test(what_is_no_mesh_at_all_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
