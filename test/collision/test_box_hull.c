// The shortest way of a box out of a small hull, beside the search for it; and what is known of the
// facets and edges of hulls.
#include "model_text.h"

#include "collision/box_hull.h"
#include "min_norm.h"

enum { POSES = 4000 };

typedef enum { BALL, PRISM, BOX } form;

static const mjtNum SIZE = 0.2;  // of everything here, about

// A box of random sides and a mesh of n vertices.
static scene scene_of_mesh(form f, int n, rng* r) {
  char text[16384], *end = text;
  end += sprintf(end, "<mujoco><asset><mesh name=\"m\" vertex=\"");
  for (int i = 0; i < n; i++) {
    mjtNum v[3], angle = 4 * mjPI * (i / 2) / n;
    rng_direction(r, v);
    if (f == PRISM) vec3_set(v, cos(angle), sin(angle), i & 1 ? 1 : -1);
    if (f == BOX) vec3_set(v, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    end += sprintf(end, "%.7f %.7f %.7f ", SIZE * v[0], SIZE * v[1], 0.7 * SIZE * v[2]);
  }
  sprintf(end,
          "\"/></asset><worldbody><geom type=\"box\" size=\"%.3f %.3f %.3f\"/>"
          "<geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>",
          SIZE * rng_range(r, 0.2, 1), SIZE * rng_range(r, 0.2, 1), SIZE * rng_range(r, 0.2, 1));
  scene s = {.m = model_from(text)};
  s.d = mj_makeData(s.m);
  assert_non_null(s.d);
  return s;
}

static void place_randomly(scene s, rng* r) {
  mjtNum reach = SIZE * rng_range(r, 0, 2);
  for (int g = 0; g < 2; g++) {
    rng_rotation(r, s.d->geom_xmat + 9 * g);
    for (int k = 0; k < 3; k++) s.d->geom_xpos[3 * g + k] = rng_range(r, -reach, reach);
  }
}

static const int* graph_of(scene s) { return s.m->mesh_graph + s.m->mesh_graphadr[0]; }

// ----- shells

static void check_shell(const hull_shell* s) {
  // every vertex is behind every facet, and some are in it
  for (int f = 0; f < s->nfacet; f++) {
    if (!(s->offset[f] < INFINITY)) continue;
    mjtNum n[3] = {s->normal[0][f], s->normal[1][f], s->normal[2][f]}, most = -INFINITY;
    assert_true(fabs(vec3_norm(n) - 1) < 1e-6);
    for (int i = 0; i < s->nplace; i++) most = fmax(most, vec3_dot(n, s->place[i]));
    assert_true(fabs(most - s->offset[f]) < 1e-6 * SIZE);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(vec3_dot(n, s->place[s->facet[f][k]]) - most) < 1e-6 * SIZE);
    }
  }
  // an edge is farthest along every direction between the normals beside it
  for (int e = 0; e < s->nedge; e++) {
    mjtNum way[3] = {s->along[0][e], s->along[1][e], s->along[2][e]};
    mjtNum start[3] = {s->start[0][e], s->start[1][e], s->start[2][e]}, most = -INFINITY, n[3];
    for (int k = 0; k < 3; k++) n[k] = s->left[k][e] + s->right[k][e];
    if (way[0] == 1 && start[0] == 1) continue;  // filling
    assert_true(fabs(vec3_dot(n, way)) < 1e-6);
    for (int i = 0; i < s->nplace; i++) most = fmax(most, vec3_dot(n, s->place[i]));
    assert_true(fabs(vec3_dot(n, start) - most) < 1e-6 * SIZE);
  }
}

static void shells_are_the_facets_and_edges_of_their_hulls(void** state) {
  (void)state;
  static const struct {
    form form;
    int n, nfacet, nedge;  // 0: of a surface of triangles
  } hulls[] = {
      {BALL, 4, 4, 6}, {BALL, 30, 0, 0}, {BALL, 64, 0, 0}, {PRISM, 40, 22, 60}, {BOX, 8, 6, 12}};
  rng r = {3};
  for (int i = 0; i < (int)(sizeof hulls / sizeof *hulls); i++) {
    scene s = scene_of_mesh(hulls[i].form, hulls[i].n, &r);
    hull_shell shell;
    int n = graph_of(s)[0], nfacet = 0, nedge = 0;
    assert_true(hull_shell_make(&shell, graph_of(s), s.m->mesh_vert));
    check_shell(&shell);
    for (int f = 0; f < shell.nfacet; f++) nfacet += shell.offset[f] < INFINITY;
    for (int e = 0; e < shell.nedge; e++)
      nedge += shell.left[0][e] != shell.right[0][e] || shell.left[1][e] != shell.right[1][e] ||
               shell.left[2][e] != shell.right[2][e];
    assert_int_equal(nfacet, hulls[i].nfacet ? hulls[i].nfacet : 2 * n - 4);
    assert_int_equal(nedge, hulls[i].nedge ? hulls[i].nedge : 3 * n - 6);
    scene_delete(s);
  }
}

static void what_is_no_small_closed_hull_has_no_shell(void** state) {
  (void)state;
  rng r = {4};
  scene s = scene_of_mesh(BALL, 30, &r);
  hull_shell shell;
  int graph[2000], size = 2 + 3 * graph_of(s)[0] + 6 * graph_of(s)[1];
  assert_true(size <= 2000);
  const int faces = size - 3 * graph_of(s)[1];
  memcpy(graph, graph_of(s), sizeof(int) * (size_t)size);
  assert_true(hull_shell_make(&shell, graph, s.m->mesh_vert));
  graph[faces] = graph[faces + 1];  // a triangle without area
  assert_false(hull_shell_make(&shell, graph, s.m->mesh_vert));
  memcpy(graph + faces, graph + faces + 3, sizeof(int) * 3);  // twice the same
  assert_false(hull_shell_make(&shell, graph, s.m->mesh_vert));
  graph[1]--;
  assert_false(hull_shell_make(&shell, graph, s.m->mesh_vert));
  graph[0] = 70;
  assert_false(hull_shell_make(&shell, graph, s.m->mesh_vert));
  scene_delete(s);
}

// ----- ways

typedef struct {
  int apart, overlap, unsure;
} tally;

static void check_overlap(scene s, const hull_shell* shell, const ccd_result* r) {
  // the two no longer overlap when the way has been gone
  mjtNum depth = -r->dist, off[3], x[3];
  assert_true(fabs(vec3_norm(r->normal) - 1) < 1e-12);
  assert_true(fabs(oracle_extent(s, 0, 1, r->normal) - depth) < 1e-7 * SIZE);
  // the points lie on it, in their shapes
  vec3_sub(off, r->x1, r->x2);
  vec3_axpy(off, -depth, r->normal);
  assert_true(vec3_norm(off) < 1e-12);
  vec3_sub(x, r->x1, s.d->geom_xpos);
  mat3_tmul_vec(x, s.d->geom_xmat, x);
  for (int k = 0; k < 3; k++) assert_true(fabs(x[k]) < s.m->geom_size[k] + 1e-7 * SIZE);
  vec3_sub(x, r->x2, s.d->geom_xpos + 3);
  mat3_tmul_vec(x, s.d->geom_xmat + 9, x);
  vec3_sub(x, x, shell->middle);
  for (int f = 0; f < shell->nfacet; f++) {
    mjtNum n[3] = {shell->normal[0][f], shell->normal[1][f], shell->normal[2][f]};
    assert_true(vec3_dot(n, x) < shell->offset[f] + 1e-6 * SIZE);
  }
}

static box_hull_state check_pose(scene s, const hull_shell* shell, tally* t, ccd_result* found) {
  convex_shape box, mesh;
  hull_sample sample;
  ccd_result exact;
  sample.n = 0;
  shape_of_geom(&box, s.m, s.d, 0, 0);
  shape_of_geom(&mesh, s.m, s.d, 1, 0);
  mesh.sample = &sample;
  box_hull_state state = box_hull(&box, &mesh, shell, found);
  ccd_exact(&box, &mesh, 10, &exact);
  t->apart += state == BOX_HULL_APART;
  t->overlap += state == BOX_HULL_OVERLAP;
  t->unsure += state == BOX_HULL_UNSURE;
  if (state == BOX_HULL_APART) assert_true(exact.dist > 0);
  if (state != BOX_HULL_OVERLAP) return state;
  if (!(fabs(found->dist - exact.dist) < 1e-8 * SIZE)) {
    fail_msg("distance %.12g, searched for %.12g", found->dist, exact.dist);
  }
  check_overlap(s, shell, found);
  return state;
}

// The same two, nearly out of each other or just out.
static void check_touching(scene s, const hull_shell* shell, const ccd_result* r, rng* g) {
  static const mjtNum depths[] = {1e-3, 1e-4, 3e-5, 1e-5, 1e-6, 0, -1e-6, -1e-5, -1e-4};
  tally t = {0, 0, 0};
  ccd_result found;
  mjtNum depth = SIZE * depths[rng_int(g, 9)];
  vec3_axpy(s.d->geom_xpos + 3, -r->dist - depth, r->normal);
  check_pose(s, shell, &t, &found);
}

static void the_way_is_the_shortest(void** state) {
  (void)state;
  static const struct {
    form form;
    int n;
  } hulls[] = {{BALL, 4}, {BALL, 9}, {BALL, 30}, {BALL, 64}, {PRISM, 12}, {PRISM, 40}, {BOX, 8}};
  rng r = {5};
  for (int i = 0; i < (int)(sizeof hulls / sizeof *hulls); i++) {
    scene s = scene_of_mesh(hulls[i].form, hulls[i].n, &r);
    hull_shell shell;
    assert_true(hull_shell_make(&shell, graph_of(s), s.m->mesh_vert));
    tally t = {0, 0, 0};
    for (int k = 0; k < POSES; k++) {
      ccd_result found;
      place_randomly(s, &r);
      if (check_pose(s, &shell, &t, &found) != BOX_HULL_OVERLAP) continue;
      check_touching(s, &shell, &found, &r);
    }
    assert_true(t.apart > POSES / 20 && t.overlap > POSES / 4);
    if (t.unsure > POSES / 50) {
      fail_msg("hull %d: %d of %d poses left to the search", i, t.unsure, POSES);
    }
    scene_delete(s);
  }
}

// A flat side on another, an edge on a side, a corner exactly at a corner.
static void ways_of_the_same_length_are_left_to_the_search(void** state) {
  (void)state;
  rng r = {6};
  scene s = scene_of_mesh(BOX, 8, &r);
  hull_shell shell;
  ccd_result found;
  convex_shape box, mesh;
  assert_true(hull_shell_make(&shell, graph_of(s), s.m->mesh_vert));
  mjtNum quat[4], half[3];
  for (int k = 0; k < 3; k++) half[k] = s.m->geom_size[k] = fabs(shell.place[0][k]);
  for (int pose = 0; pose < 3; pose++) {
    mjtNum axis[3] = {0, 0, 1};
    quat_from_axis_angle(quat, axis, pose == 1 ? 0.3 : 0);
    quat_to_mat3(s.d->geom_xmat, quat);
    quat_from_axis_angle(quat, axis, 0);
    quat_to_mat3(s.d->geom_xmat + 9, quat);
    vec3_set(s.d->geom_xpos, 0, 0, 0);
    vec3_set(s.d->geom_xpos + 3, pose == 2 ? 1.9 * half[0] : 0, pose == 2 ? 1.9 * half[1] : 0,
             1.9 * half[2]);
    shape_of_geom(&box, s.m, s.d, 0, 0);
    shape_of_geom(&mesh, s.m, s.d, 1, 0);
    assert_int_equal(box_hull(&box, &mesh, &shell, &found), BOX_HULL_UNSURE);
  }
  mesh.pos[1] = NAN;
  assert_int_equal(box_hull(&box, &mesh, &shell, &found), BOX_HULL_UNSURE);
  scene_delete(s);
}

// Whose areas have squares that single precision has not.
static void hulls_of_extreme_sizes_are_left_to_the_search(void** state) {
  (void)state;
  static const float scales[] = {1e-8f, 1e-11f, 1e11f};
  rng r = {8};
  scene s = scene_of_mesh(BALL, 30, &r);
  for (int i = 0; i < 3; i++) {
    float vert[3 * 30];
    hull_shell shell;
    for (int k = 0; k < 3 * s.m->nmeshvert; k++) vert[k] = scales[i] * s.m->mesh_vert[k];
    if (!hull_shell_make(&shell, graph_of(s), vert)) continue;
    for (int pose = 0; pose < 100; pose++) {
      convex_shape box, mesh;
      ccd_result found;
      place_randomly(s, &r);
      shape_of_geom(&box, s.m, s.d, 0, 0);
      shape_of_geom(&mesh, s.m, s.d, 1, 0);
      vec3_scale(box.size, box.size, scales[i]);
      vec3_scale(box.pos, box.pos, scales[i]);
      vec3_scale(mesh.pos, mesh.pos, scales[i]);
      assert_int_equal(box_hull(&box, &mesh, &shell, &found), BOX_HULL_UNSURE);
    }
  }
  scene_delete(s);
}

static void check_contact(const mjModel* m, const mjData* d, const mjContact* c) {
  mjContact alone[mjMAXCONPAIR];
  mjfCollision test = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_MESH];
  assert_int_equal(test(m, d, alone, c->geom1, c->geom2, 0), 1);
  assert_true(fabs(alone[0].dist - c->dist) < 1e-9);
  assert_true(vec3_distance(alone[0].pos, c->pos) < 1e-7);
  assert_true(vec3_distance(alone[0].frame, c->frame) < 1e-7);
}

// What one pair is told does not depend on the pairs before it, up to rounding.
static void contacts_are_those_of_the_search(void** state) {
  (void)state;
  rng r = {7};
  char text[40000], *end = text;
  end += sprintf(end, "<mujoco><asset><mesh name=\"m\" vertex=\"");
  for (int i = 0; i < 30; i++) {
    mjtNum v[3];
    rng_direction(&r, v);
    end += sprintf(end, "%.7f %.7f %.7f ", SIZE * v[0], SIZE * v[1], SIZE * v[2]);
  }
  end += sprintf(end, "\"/></asset><worldbody>");
  for (int i = 0; i < 40; i++) {
    end += sprintf(end,
                   "<geom type=\"box\" size=\".1 .15 .2\" pos=\"%d 0 0\" conaffinity=\"0\"/><body "
                   "pos=\"%.4f %.4f %.4f\" euler=\"%.1f %.1f 0\"><freejoint/><geom type=\"mesh\" "
                   "mesh=\"m\" contype=\"0\"/></body>",
                   i, i + rng_range(&r, -.2, .2), rng_range(&r, -.2, .2), rng_range(&r, -.2, .2),
                   rng_range(&r, 0, 360), rng_range(&r, 0, 360));
  }
  sprintf(end, "</worldbody></mujoco>");
  mjModel* m = model_from(text);
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  // and with few iterations, where the search is not done
  static const int iterations[] = {35, 8};
  for (int i = 0; i < 2; i++) {
    m->opt.ccd_iterations = iterations[i];
    collide(m, d);
    assert_true(d->ncon > 20);
    for (int k = 0; k < d->ncon; k++) check_contact(m, d, d->contact + k);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shells_are_the_facets_and_edges_of_their_hulls),
      cmocka_unit_test(what_is_no_small_closed_hull_has_no_shell),
      cmocka_unit_test(the_way_is_the_shortest),
      cmocka_unit_test(ways_of_the_same_length_are_left_to_the_search),
      cmocka_unit_test(hulls_of_extreme_sizes_are_left_to_the_search),
      cmocka_unit_test(contacts_are_those_of_the_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
