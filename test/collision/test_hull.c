// The farthest vertex of a hull, through a sample of its vertices: the one that climbing finds,
// which is farther than all others.
#include "model_text.h"

#include "collision/contact_parameters.h"
#include "collision/hull.h"

// A mesh of n vertices, most of them on its hull: points of a ball, or a drum, whose ends are as
// far along its axis all over and whose edges are along directions across it.
static mjModel* model_of_mesh(int n, int drum, rng* r) {
  size_t room = 200 + (size_t)n * 80, at = 0;
  char* text = malloc(room);
  assert_non_null(text);
  at += (size_t)sprintf(text, "<mujoco><asset><mesh name=\"m\" vertex=\"");
  for (int i = 0; i < n; i++) {
    mjtNum v[3];
    rng_direction(r, v);
    if (drum) {
      mjtNum angle = 2 * mjPI * (i / 2) / (n / 2);
      vec3_set(v, cos(angle), sin(angle), i & 1 ? 1 : -1);
    }
    at += (size_t)sprintf(text + at, "%.7f %.7f %.7f ", v[0], v[1], 0.7 * v[2]);
  }
  sprintf(text + at,
          "\"/></asset><worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>");
  mjModel* m = model_from(text);
  free(text);
  return m;
}

static void random_direction(mjtNum w[3], rng* r, int along_axes) {
  for (int k = 0; k < 3; k++) w[k] = rng_range(r, -1, 1);
  if (along_axes && rng_int(r, 2)) {
    w[2] = 0;
  } else if (along_axes) {
    w[0] = w[1] = 0;
  }
  vec3_scale(w, w, pow(10, rng_range(r, -6, 6)));
}

static mjtNum height(const float* v, const mjtNum w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

static void check_hull(int n, int drum, rng* r) {
  mjModel* m = model_of_mesh(n, drum, r);
  hull_graph g = hull_graph_of(m->mesh_graph + m->mesh_graphadr[0]);
  const float* vert = m->mesh_vert;
  hull_sample sample;
  sample.n = 0;
  int last = -1;
  for (int i = 0; i < 500; i++) {
    mjtNum w[3], most = -INFINITY;
    random_direction(w, r, drum && i % 2);
    int hint = rng_int(r, 3) ? -1 : rng_int(r, g.nvert);
    int climbed = hull_climb(&g, vert, w, last);
    int found = hull_farthest(&sample, &g, vert, w, last, hint);
    if (found != climbed) {
      fail_msg("%d vertices, direction %d: vertex %d, climbing leads to %d", n, i, found, climbed);
    }
    for (int k = 0; k < m->nmeshvert; k++) most = fmax(most, height(vert + 3 * k, w));
    assert_true(height(vert + 3 * g.global[found], w) >= most - 1e-6 * vec3_norm(w));
    last = found;
  }
  mj_deleteModel(m);
}

static void the_farthest_vertex_is_that_of_climbing(void** state) {
  (void)state;
  rng r = {7};
  static const int sizes[] = {4, 9, 15, 40, 64, 65, 130, 260, 700, 3000};
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) check_hull(sizes[i], 0, &r);
}

static void among_equals_climbing_decides(void** state) {
  (void)state;
  rng r = {8};
  static const int sizes[] = {12, 60, 200, 1000};
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) check_hull(sizes[i], 1, &r);
}

static void a_direction_that_is_no_number_gives_a_vertex(void** state) {
  (void)state;
  rng r = {9};
  mjtNum none[3] = {NAN, NAN, NAN}, up[3] = {0.1, 0.2, 1};
  for (int n = 20; n < 400; n += 100) {
    mjModel* m = model_of_mesh(n, 0, &r);
    hull_graph g = hull_graph_of(m->mesh_graph + m->mesh_graphadr[0]);
    hull_sample sample;
    sample.n = 0;
    int last = -1;
    for (int i = 0; i < 4; i++) {
      last = hull_farthest(&sample, &g, m->mesh_vert, i == 2 ? up : none, last, -1);
      assert_in_range(last, 0, g.nvert - 1);
    }
    mj_deleteModel(m);
  }
}

// Geoms of more meshes, small and large, than samples are kept of, close together.
static mjModel* model_of_heap(int n, rng* r) {
  size_t room = (size_t)n * 20000, at = 0;
  char* text = malloc(room);
  assert_non_null(text);
  at += (size_t)sprintf(text, "<mujoco><asset>");
  for (int i = 0; i < n; i++) {
    at += (size_t)sprintf(text + at, "<mesh name=\"m%d\" vertex=\"", i);
    for (int k = 0, vertices = 8 + (i * 37) % 200; k < vertices; k++) {
      mjtNum v[3];
      rng_direction(r, v);
      at += (size_t)sprintf(text + at, "%.6f %.6f %.6f ", v[0], v[1], 0.7 * v[2]);
    }
    at += (size_t)sprintf(text + at, "\"/>");
  }
  at += (size_t)sprintf(text + at, "</asset><worldbody><geom type=\"plane\" size=\"9 9 1\"/>");
  for (int i = 0; i < 2 * n; i++) {
    at += (size_t)sprintf(text + at, "<body pos=\"%.4f %.4f %.4f\" euler=\"%.1f %.1f %.1f\">",
                          rng_range(r, 0, 8), rng_range(r, 0, 8), rng_range(r, 0, 8),
                          rng_range(r, 0, 360), rng_range(r, 0, 360), rng_range(r, 0, 360));
    at += (size_t)sprintf(text + at, "<freejoint/><geom type=\"mesh\" mesh=\"m%d\"/></body>",
                          rng_int(r, n));
  }
  sprintf(text + at, "</worldbody></mujoco>");
  mjModel* m = model_from(text);
  free(text);
  return m;
}

static void contacts_do_not_depend_on_the_pairs_before(void** state) {
  (void)state;
  rng r = {10};
  mjModel* m = model_of_heap(2 * MAX_KEPT + 3, &r);
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  int next = 0;
  for (int g1 = 0; g1 < m->ngeom; g1++) {
    for (int g2 = g1 + 1; g2 < m->ngeom; g2++) {
      mjContact con[mjMAXCONPAIR];
      int n = mjCOLLISIONFUNC[m->geom_type[g1]][mjGEOM_MESH](m, d, con, g1, g2, 0);
      for (int i = 0; i < n; i++, next++) {
        const mjContact* c = d->contact + next;
        assert_true(next < d->ncon && c->geom[0] == g1 && c->geom[1] == g2);
        assert_memory_equal(&c->dist, &con[i].dist, sizeof c->dist);
        assert_memory_equal(c->pos, con[i].pos, sizeof c->pos);
        contact_frame_complete(con[i].frame);
        assert_memory_equal(c->frame, con[i].frame, sizeof c->frame);
      }
    }
  }
  assert_int_equal(next, d->ncon);
  assert_true(next > m->ngeom);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_farthest_vertex_is_that_of_climbing),
      cmocka_unit_test(among_equals_climbing_decides),
      cmocka_unit_test(a_direction_that_is_no_number_gives_a_vertex),
      cmocka_unit_test(contacts_do_not_depend_on_the_pairs_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
