// Flexes: what follows from their elements, the macro that makes them, what is refused.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "compile/model_text.h"
#include "math/vec3.h"

// -------------------------------------------------------------------------------------- refused

#define BODIES                                                                                    \
  "<worldbody><body name='a'><joint/><geom size='.1'/></body><body name='b' pos='1 0 0'><joint/>" \
  "<geom size='.1'/></body><body name='c' pos='0 1 0'><joint/><geom size='.1'/></body>"           \
  "<body name='d' pos='0 0 1'><joint/><geom size='.1'/></body></worldbody>"
#define FLEX(attributes, inside)                                        \
  "<mujoco>" BODIES "<deformable><flex name='f' " attributes ">" inside \
  "</flex></deformable>"                                                \
  "</mujoco>"
#define NODES "node='a b c d a b c d' body='a' vertex='0 0 0 1 0 0 0 1 0 0 0 1' element='0 1 2 3'"

static const char* const refused[][2] = {
    {FLEX("dim='4' body='a b' element='0 1'", ""), "dim must be 1, 2 or 3, not 4"},
    {FLEX("body='a b c' element='0 1'", ""), "have 3 each"},
    {FLEX("body='a' vertex='0 0 0 1' element='0 1 2'", ""), "they come in threes"},
    {FLEX("body='a b c' element='0 1 2'", "<edge stiffness='1'/>"), "stiffness of edges"},
    {FLEX("dim='3' " NODES, "<contact selfcollide='auto'/>"), "self-collision"},
    {FLEX("dim='3' " NODES, "<contact selfcollide='none' internal='true'/>"), "internal"},
    {FLEX("body='a b' element='0 1 0'", ""), "2 vertices are too few for dim 2"},
    {FLEX("dim='3' node='a b c' body='a' vertex='0 0 0 1 0 0 0 1 0 0 0 1' element='0 1 2 3'",
          "<contact selfcollide='none'/>"),
     "3 nodes; there must be 8"},
    {FLEX("body='a b c' element='0 1 3'", ""), "vertex 3; there are 3"},
    {FLEX("body='a b c' element='0 -1 2'", ""), "vertex -1"},
    {FLEX("body='a b c' element='0 1 2' texcoord='0 0 1 1'", ""), "do not fit 3 vertices"},
    {FLEX("body='a b c' element='0 1 2' texcoord='0 0 1 1' elemtexcoord='0 1 2'", ""),
     "texture coordinate 2; there are 2"},
    {FLEX("body='a b c' element='0 1 2' material='m'", ""), "no material named 'm'"},
    {FLEX("body='a b e' element='0 1 2'", ""), "no body named 'e'"},
    {FLEX("body='a b' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'", ""),
     "2 bodies carry 3 vertices"},
    {FLEX("body='a b c' vertex='0 0 0 1 0 0 0 nan 0' element='0 1 2'", ""), "not finite"},
    {FLEX("body='a b c' element='0 1 2'", "<elasticity young='1' elastic2d='bend'/>"), "3 slides"},
    {FLEX("body='a b c' element='0 1 1'", ""), "vertex 1 twice"},
    {FLEX("body='a b c' element='0 1 2'", "<contact condim='2'/>"), "condim must be"},
    {FLEX("body='a b c' element='0 1 2' radius='inf'", ""), "radius is not finite"},
    {FLEX("body='a b c' element='0 1 2'", "<elasticity young='1' poisson='.5'/>"), "poisson"},
    {FLEX("dim='3' " NODES, "<contact selfcollide='none'/><elasticity young='1'/>"), "at least 28"},
    {"<mujoco><worldbody><flexcomp name='f' count='3 3 1'><elasticity young='1' elastic2d='bend'/>"
     "</flexcomp></worldbody></mujoco>",
     "needs a thickness"},
    {"<mujoco><worldbody><flexcomp name='f' count='3 3 1' rigid='true'/></worldbody><equality>"
     "<flex flex='f'/></equality></mujoco>",
     "flex 'f' is rigid"},
    {"<mujoco><worldbody/><equality><flex flex='f'/></equality></mujoco>", "no flex named 'f'"},
    {"<mujoco><worldbody><flexcomp name='f' count='3 3 1'/><flexcomp name='f' count='3 3 1' "
     "rigid='true'/></worldbody></mujoco>",
     "repeated name 'f' in flex"},
};

static void messages_say_what_is_wrong(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    refused_with(refused[i][0], refused[i][1]);
  }
}

// --------------------------------------------------------------------------------- connections

// Random elements between the vertices of a random cloud.
static mjModel* random_flex(int dim) {
  int nvert = draw_int(6, 16), nelem = draw_int(1, 20);
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(body->element, "b");
  mjsFlex* f = mjs_addFlex(s);
  double vert[3 * 16];
  int elem[4 * 20];
  for (int i = 0; i < 3 * nvert; i++) vert[i] = draw();
  for (int e = 0; e < nelem; e++) {
    int* v = elem + e * (dim + 1);
    for (int k = 0; k <= dim; k++) {
      bool again = true;
      while (again) {
        v[k] = draw_int(0, nvert - 1);
        again = false;
        for (int l = 0; l < k; l++) again = again || v[l] == v[k];
      }
    }
  }
  f->dim = dim;
  mjs_setStringVec(f->vertbody, "b");
  mjs_setDouble(f->vert, vert, 3 * nvert);
  mjs_setInt(f->elem, elem, nelem * (dim + 1));
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

// How many elements have all of these vertices.
static int count_owners(const mjModel* m, const int* vertex, int n) {
  int corners = m->flex_dim[0] + 1, owners = 0;
  for (int e = 0; e < m->nflexelem; e++) {
    int has = 0;
    for (int k = 0; k < n; k++) {
      for (int c = 0; c < corners; c++) has += m->flex_elem[e * corners + c] == vertex[k];
    }
    owners += has == n;
  }
  return owners;
}

// Edges: each once, each of some element; the edges of an element join its vertices.
static void check_edges(const mjModel* m) {
  static const int per_dim[] = {0, 1, 3, 6};
  int dim = m->flex_dim[0], per = per_dim[dim];
  for (int e = 0; e < m->nflexedge; e++) {
    const int* edge = m->flex_edge + 2 * e;
    assert_true(edge[0] < edge[1]);
    assert_true(count_owners(m, edge, 2) > 0);
    for (int o = 0; o < e; o++) {
      assert_false(m->flex_edge[2 * o] == edge[0] && m->flex_edge[2 * o + 1] == edge[1]);
    }
  }
  for (int i = 0; i < m->nflexelem * per; i++) {
    const int* elem = m->flex_elem + i / per * (dim + 1);
    const int* edge = m->flex_edge + 2 * m->flex_elemedge[i];
    int has = 0;
    for (int c = 0; c <= dim; c++) has += elem[c] == edge[0] || elem[c] == edge[1];
    assert_int_equal(has, 2);
    for (int o = i / per * per; o < i; o++) {
      assert_int_not_equal(m->flex_elemedge[o], m->flex_elemedge[i]);
    }
  }
}

// The shell is the sides that one element alone has, all of them.
static void check_shell(const mjModel* m) {
  int dim = m->flex_dim[0], lone = 0;
  for (int i = 0; i < m->flex_shellnum[0]; i++) {
    assert_int_equal(count_owners(m, m->flex_shell + i * dim, dim), 1);
  }
  for (int e = 0; e < m->nflexelem; e++) {
    for (int skip = 0; skip <= dim; skip++) {
      int side[3], n = 0;
      for (int c = 0; c <= dim; c++) {
        if (c != skip) side[n++] = m->flex_elem[e * (dim + 1) + c];
      }
      lone += count_owners(m, side, dim) == 1;
    }
  }
  assert_int_equal(lone, m->flex_shellnum[0]);
}

// Tetrahedra have their vertices in the order that makes faces look outwards.
static void check_orientation(const mjModel* m) {
  for (int e = 0; e < m->nflexelem && m->flex_dim[0] == 3; e++) {
    const mjtNum* x[4];
    mjtNum side[3][3], n[3];
    for (int k = 0; k < 4; k++) x[k] = m->flex_vert + 3 * m->flex_elem[4 * e + k];
    for (int k = 0; k < 3; k++) vec3_sub(side[k], x[k + 1], x[0]);
    vec3_cross(n, side[0], side[1]);
    assert_true(vec3_dot(n, side[2]) <= 0);
  }
}

// The vertex of a pair is not one of the element, but of a neighbour of it.
static void check_pairs(const mjModel* m) {
  int dim = m->flex_dim[0];
  for (int i = 0; i < m->nflexevpair; i++) {
    const int* elem = m->flex_elem + m->flex_evpair[2 * i] * (dim + 1);
    int neighbours = 0, side[3];
    for (int c = 0; c <= dim; c++) assert_int_not_equal(elem[c], m->flex_evpair[2 * i + 1]);
    for (int skip = 0; skip <= dim; skip++) {
      int n = 0;
      for (int c = 0; c <= dim; c++) {
        if (c != skip) side[n++] = elem[c];
      }
      side[n] = m->flex_evpair[2 * i + 1];
      neighbours += count_owners(m, side, dim + 1);
    }
    assert_true(neighbours > 0);
  }
}

static void what_follows_from_elements_fits_them(void** state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    draw_seed(i);
    mjModel* m = random_flex(1 + i % 3);
    check_edges(m);
    check_shell(m);
    check_orientation(m);
    check_pairs(m);
    mj_deleteModel(m);
  }
}

// A block of 4 x 4 x 4 cells has a layer inside the border that has another inside it.
static void layers_are_counted_from_the_border(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><flexcomp name='f' dim='3' count='6 6 6' spacing='.1 .1 .1' "
      "rigid='true'><contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
  int border = 0, inside = 0;
  for (int e = 0; e < m->nflexelem; e++) {
    border += m->flex_elemlayer[e] == 0;
    inside += m->flex_elemlayer[e] > 0;
  }
  assert_int_equal(border + inside, 6 * 125);
  assert_int_equal(m->flex_shellnum[0], 6 * 2 * 25);
  assert_true(border >= 6 * 2 * 25 / 4 && inside >= 6 * 27 / 2);
  mj_deleteModel(m);
}

// ---------------------------------------------------------------------------------------- files

#define WITH_FILE(file) \
  "<mujoco><worldbody><flexcomp name='f' type='gmsh' file='" file "'/></worldbody></mujoco>"

static const double point[4][3] = {{0, 0, 0}, {1, 0, .2}, {0, 1, 0}, {1, 1, .1}};
static const int triangle[2][3] = {{0, 1, 2}, {1, 3, 2}};

typedef struct {
  char data[2000];
  int size;
} file_text;

static void put(file_text* f, const void* data, size_t n) {
  memcpy(f->data + f->size, data, n);
  f->size += (int)n;
}
static void put_line(file_text* f, const char* line) { put(f, line, strlen(line)); }
static void put_int(file_text* f, int value) { put(f, &value, sizeof value); }
static void put_long(file_text* f, int64_t value) { put(f, &value, sizeof value); }

static void put_text_22(file_text* f) {
  put_line(f,
           "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 .2\n3 0 1 0\n"
           "4 1 1 .1\n$EndNodes\n$Elements\n2\n1 2 2 0 1 1 2 3\n2 2 2 0 1 2 4 3\n"
           "$EndElements\n");
}

static void put_text_41(file_text* f) {
  put_line(f,
           "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n"
           "1 0 .2\n0 1 0\n1 1 .1\n$EndNodes\n$Elements\n1 2 1 2\n2 1 2 2\n1 1 2 3\n2 2 4 3\n"
           "$EndElements\n");
}

// Of the elements: all below one header without tags, or each with its own and two tags.
static void put_binary_22(file_text* f, bool own) {
  put_line(f, "$MeshFormat\n2.2 1 8\n");
  put_int(f, 1);
  put_line(f, "\n$EndMeshFormat\n$Nodes\n4\n");
  for (int i = 0; i < 4; i++) {
    put_int(f, i + 1);
    put(f, point[i], sizeof point[i]);
  }
  put_line(f, "\n$EndNodes\n$Elements\n2\n");
  for (int i = 0; i < 2; i++) {
    if (own || !i) {
      put_int(f, 2);
      put_int(f, own ? 1 : 2);
      put_int(f, own ? 2 : 0);
    }
    put_int(f, i + 1);
    for (int k = 0; k < 2 && own; k++) put_int(f, 7);
    for (int k = 0; k < 3; k++) put_int(f, triangle[i][k] + 1);
  }
  put_line(f, "\n$EndElements\n");
}

static void put_binary_41(file_text* f) {
  static const int64_t nodes[] = {1, 4, 1, 4}, elements[] = {1, 2, 1, 2};
  put_line(f, "$MeshFormat\n4.1 1 8\n");
  put_int(f, 1);
  put_line(f, "\n$EndMeshFormat\n$Nodes\n");
  put(f, nodes, sizeof nodes);
  put_int(f, 2);
  put_int(f, 1);
  put_int(f, 0);
  put_long(f, 4);
  for (int i = 0; i < 4; i++) put_long(f, i + 1);
  put(f, point, sizeof point);
  put_line(f, "\n$EndNodes\n$Elements\n");
  put(f, elements, sizeof elements);
  put_int(f, 2);
  put_int(f, 1);
  put_int(f, 2);
  put_long(f, 2);
  for (int i = 0; i < 2; i++) {
    put_long(f, i + 1);
    for (int k = 0; k < 3; k++) put_long(f, triangle[i][k] + 1);
  }
  put_line(f, "\n$EndElements\n");
}

static mjSpec* parse_with(const file_text* f, const char* xml, char* error, int nerror) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "s.msh", f->data, f->size), 0);
  mjSpec* s = mj_parseXMLString(xml, &vfs, error, nerror);
  mj_deleteVFS(&vfs);
  return s;
}

// All forms of the file say the same, and what a text that gives the points says.
static void gmsh_files_give_their_points(void** state) {
  (void)state;
  file_text files[5] = {0};
  put_text_22(files);
  put_text_41(files + 1);
  put_binary_22(files + 2, true);
  put_binary_22(files + 3, false);
  put_binary_41(files + 4);
  mjModel* known = model_from(
      "<mujoco><worldbody><flexcomp name='f' type='direct' point='0 0 0 1 0 .2 0 1 0 1 1 .1' "
      "element='0 1 2 1 3 2'/></worldbody></mujoco>");
  for (int i = 0; i < 5; i++) {
    char error[1000] = "";
    mjSpec* s = parse_with(files + i, WITH_FILE("s.msh"), error, sizeof error);
    if (!s) fail_msg("file %d: %s", i, error);
    mjModel* m = mj_compile(s, NULL);
    assert_non_null(m);
    assert_int_equal(m->nbuffer, known->nbuffer);
    assert_memory_equal(m->buffer, known->buffer, m->nbuffer);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  mj_deleteModel(known);
}

// Cut short anywhere, a file is refused, and never read beyond its end.
static void gmsh_files_cut_short_are_refused(void** state) {
  (void)state;
  file_text files[3] = {0};
  put_text_41(files);
  put_binary_22(files + 1, true);
  put_binary_41(files + 2);
  for (int i = 0; i < 3; i++) {
    int whole = files[i].size - (int)strlen("$EndElements\n");
    for (files[i].size = 1; files[i].size < whole; files[i].size++) {
      char error[1000] = "";
      mjSpec* s = parse_with(files + i, WITH_FILE("s.msh"), error, sizeof error);
      if (s) fail_msg("file %d of %d bytes is read", i, files[i].size);
      assert_non_null(strstr(error, "gmsh file 's.msh'"));
    }
  }
}

// ------------------------------------------------------------------------------------- the macro

// Points that no element has are left out, of coordinates and pins alike.
static void points_without_elements_are_left_out(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><flexcomp name='f' type='direct' dim='1' mass='4' point='0 0 0 5 5 5 1 0 "
      "0 2 0 0' element='0 2 2 3'><pin id='2'/></flexcomp></worldbody></mujoco>");
  static const mjtNum vert[9] = {0, 0, 0, 1, 0, 0, 0, 0, 0};
  static const int elem[4] = {0, 1, 1, 2};
  assert_int_equal(m->nflexvert, 3);
  assert_memory_equal(m->flex_vert, vert, sizeof vert);
  assert_memory_equal(m->flex_elem, elem, sizeof elem);
  assert_int_equal(m->flex_vertbodyid[1], 0);
  assert_string_equal(mj_id2name(m, mjOBJ_BODY, m->flex_vertbodyid[2]), "f_3");
  assert_true(m->body_mass[m->flex_vertbodyid[2]] == 1);
  mj_deleteModel(m);
}

// Copies of one part have flexes of their own.
static void copies_have_flexes_of_their_own(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><replicate count='3' offset='1 0 0' euler='0 0 90'><body name='b'>"
      "<freejoint/><geom size='.1'/><flexcomp name='f' count='2 2 1' spacing='.1 .1 .1'><pin "
      "id='0'/><edge equality='true'/></flexcomp></body></replicate></worldbody></mujoco>");
  assert_int_equal(m->nflex, 3);
  assert_int_equal(m->neq, 3);
  assert_int_equal(m->nflexvert, 12);
  for (int i = 0; i < 3; i++) {
    char name[] = "f0", body[] = "b0";
    name[1] = body[1] = (char)('0' + i);
    assert_int_equal(mj_name2id(m, mjOBJ_FLEX, name), i);
    assert_int_equal(m->eq_obj1id[i], i);
    assert_int_equal(m->flex_vertbodyid[4 * i], mj_name2id(m, mjOBJ_BODY, body));
  }
  mj_deleteModel(m);
}

// The frame of a body that carries vertices is not moved to its centre of mass.
static void alignment_leaves_flexes_where_they_are(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler alignfree='true'/><worldbody><body name='b' pos='0 0 1'><freejoint/><geom "
      "size='.1' pos='.5 .2 0'/><flexcomp name='f' count='2 2 1' spacing='.1 .1 .1' rigid='true'/>"
      "</body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int v = 0; v < 4; v++) {
    const mjtNum *local = m->flex_vert + 3 * v, *x = d->flexvert_xpos + 3 * v;
    assert_true(fabs(x[0] - local[0]) < 1e-12 && fabs(x[2] - 1) < 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void deleted_flexes_are_gone(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco><worldbody><flexcomp name='f' count='2 2 1' spacing='.1 .1 .1'/><flexcomp name='g' "
      "count='3 2 1' spacing='.1 .1 .1'/></worldbody></mujoco>");
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  d->qpos[m->nq - 1] = 3;
  mjs_delete(s, mjs_findElement(s, mjOBJ_FLEX, "f"));
  assert_int_equal(mj_recompile(s, NULL, m, d), 0);
  assert_int_equal(m->nflex, 1);
  assert_int_equal(m->nflexvert, 6);
  assert_int_equal(mj_name2id(m, mjOBJ_FLEX, "g"), 0);
  assert_true(d->qpos[m->nq - 1] == 3);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(messages_say_what_is_wrong),
      cmocka_unit_test(what_follows_from_elements_fits_them),
      cmocka_unit_test(layers_are_counted_from_the_border),
      cmocka_unit_test(gmsh_files_give_their_points),
      cmocka_unit_test(gmsh_files_cut_short_are_refused),
      cmocka_unit_test(points_without_elements_are_left_out),
      cmocka_unit_test(copies_have_flexes_of_their_own),
      cmocka_unit_test(deleted_flexes_are_gone),
      cmocka_unit_test(alignment_leaves_flexes_where_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
