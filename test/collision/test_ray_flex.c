// Rays against flexes: reference numbers on a sheet, and marching along the ray.
#include "math/draw.h"
#include "model_text.h"

// A sheet of 4 x 3 vertices in cells of 0.2, two triangles a cell; in layers for the test of those.
enum { NX = 4, NY = 3, VERTICES = NX * NY, ELEMENTS = 2 * (NX - 1) * (NY - 1), MOST_EDGES = 40 };

typedef struct {
  mjModel m;
  mjData d;
  int dim, zero, nvert, nedge, nelem, edge[2 * MOST_EDGES], elem[4 * ELEMENTS], layer[ELEMENTS];
  mjtNum radius, x[3 * VERTICES];
} sheet;

static void add_edge(sheet* s, int a, int b) {
  for (int e = 0; e < s->nedge; e++) {
    int p = s->edge[2 * e], q = s->edge[2 * e + 1];
    if ((p == a && q == b) || (p == b && q == a)) return;
  }
  s->edge[2 * s->nedge] = a;
  s->edge[2 * s->nedge++ + 1] = b;
}

static void add_element(sheet* s, const int* v) {
  memcpy(s->elem + (s->dim + 1) * s->nelem++, v, sizeof(int) * ((size_t)s->dim + 1));
  for (int a = 0; a <= s->dim; a++) {
    for (int b = a + 1; b <= s->dim; b++) add_edge(s, v[a], v[b]);
  }
}

// Only what rays need.
static void finish(sheet* s) {
  mjModel* m = &s->m;
  m->nflex = 1;
  m->flex_dim = &s->dim;
  m->flex_vertadr = m->flex_edgeadr = m->flex_elemadr = m->flex_elemdataadr = &s->zero;
  m->flex_vertnum = &s->nvert;
  m->flex_edgenum = &s->nedge;
  m->flex_elemnum = &s->nelem;
  m->flex_edge = s->edge;
  m->flex_elem = s->elem;
  m->flex_elemlayer = s->layer;
  m->flex_radius = &s->radius;
  s->d.flexvert_xpos = s->x;
}

static void make_sheet(sheet* s) {
  *s = (sheet){.dim = 2, .nvert = VERTICES, .radius = 0.02};
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
      vec3_set(s->x + 3 * (NY * i + j), 0.2 * (i - 1.5), 0.2 * (j - 1), 1);
    }
  }
  for (int i = 0; i + 1 < NX; i++) {
    for (int j = 0; j + 1 < NY; j++) {
      int p = NY * i + j, q = p + NY, r = q + 1, t = p + 1;
      add_element(s, (int[]){p, q, r});
      add_element(s, (int[]){p, r, t});
    }
  }
  finish(s);
}

static void make_tetrahedron(sheet* s) {
  *s = (sheet){.dim = 3, .nvert = 4, .radius = 0.05};
  static const mjtNum x[12] = {0, 0, 0, 1, 0, 0, 0.1, 0.9, 0, 0.2, 0.3, 0.8};
  memcpy(s->x, x, sizeof x);
  add_element(s, (int[]){0, 1, 2, 3});
  finish(s);
}

enum { VERT = 1, EDGE = 2, FACE = 4, SKIN = 8 };

static mjtNum shoot(const sheet* s, int layer, int flags, const mjtNum p[3], const mjtNum v[3],
                    int* vertex) {
  return mju_rayFlex(&s->m, &s->d, layer, flags & VERT, (flags & EDGE) != 0, (flags & FACE) != 0,
                     (flags & SKIN) != 0, 0, p, v, vertex);
}

static void hits_are_those_of_the_reference(void** state) {
  (void)state;
  enum { RAYS = 8, CASES = 5 };
  static const struct {
    int flags;
    mjtNum t[RAYS];
    int vertex[RAYS];
  } expected[CASES] = {
      {VERT, {0.985958207935, -1, -1, -1, -1, -1, -1, -1}, {0, -1, -1, -1, -1, -1, -1, -1}},
      {EDGE,
       {0.985958207935, -1, -1, -1, -1, -1, 0.985757869394, -1},
       {0, -1, -1, -1, -1, -1, 11, -1}},
      {FACE, {-1, 1, 1, 1, 1, 1, 1, -1}, {-1, 0, 4, 4, 7, 7, 11, -1}},
      {VERT | FACE, {0.985958207935, 1, 1, 1, 1, 1, 1, -1}, {0, 0, 4, 4, 7, 7, 11, -1}},
      {SKIN, {0.985958207935, 1, 1, 1, 1, 1, 0.985757869394, -1}, {0, 0, 4, 4, 7, 7, 11, -1}},
  };
  sheet s;
  make_sheet(&s);
  for (int c = 0; c < CASES; c++) {
    for (int i = 0; i < RAYS; i++) {
      mjtNum p[3] = {-0.31 + 0.09 * i, -0.22 + 0.06 * i, 2}, v[3] = {0, 0.01, -1};
      int vertex = -2;
      assert_near(shoot(&s, 0, expected[c].flags, p, v, &vertex), expected[c].t[i], 1e-11);
      assert_int_equal(vertex, expected[c].vertex[i]);
      shoot(&s, 0, expected[c].flags, p, v, NULL);
    }
  }
}

static mjtNum distance_to_segment(const mjtNum x[3], const mjtNum a[3], const mjtNum b[3]) {
  mjtNum ab[3], ax[3];
  vec3_sub(ab, b, a);
  vec3_sub(ax, x, a);
  mjtNum s = fmin(1, fmax(0, vec3_dot(ax, ab) / vec3_dot(ab, ab)));
  vec3_axpy(ax, -s, ab);
  return vec3_norm(ax);
}

// How far the point at t is from what is thick: vertices, or edges.
static mjtNum clearance(const sheet* s, int edges, const mjtNum p[3], const mjtNum v[3], mjtNum t) {
  mjtNum x[3], least = INFINITY;
  vec3_copy(x, p);
  vec3_axpy(x, t, v);
  for (int i = 0; !edges && i < s->nvert; i++) {
    least = fmin(least, vec3_distance(x, s->x + 3 * i));
  }
  for (int e = 0; edges && e < s->nedge; e++) {
    const int* end = s->edge + 2 * e;
    least = fmin(least, distance_to_segment(x, s->x + 3 * end[0], s->x + 3 * end[1]));
  }
  return least - s->radius;
}

// The first t at which the clearance is gone, by small steps; -1 for none.  *grazes: too close to
// call.
static mjtNum march(const sheet* s, int edges, const mjtNum p[3], const mjtNum v[3], int* grazes) {
  enum { STEPS = 3000 };
  mjtNum least = INFINITY;
  for (int k = 0; k <= STEPS; k++) {
    mjtNum t = 4.0 * k / STEPS, c = clearance(s, edges, p, v, t);
    least = fmin(least, c);
    if (c >= 0) continue;
    mjtNum low = t - 4.0 / STEPS;
    for (int i = 0; i < 60; i++) {
      mjtNum mid = (low + t) / 2;
      if (clearance(s, edges, p, v, mid) >= 0) {
        low = mid;
      } else {
        t = mid;
      }
    }
    return t;
  }
  *grazes = least < 1e-5;
  return -1;
}

static mjtNum volume(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]) {
  mjtNum n[3];
  vec3_cross(n, b, c);
  return vec3_dot(a, n);
}

// A triangle by the volumes that its sides span with the ray.
static mjtNum pierce(const sheet* s, const int corner[3], const mjtNum p[3], const mjtNum v[3]) {
  mjtNum x[3][3], side[3];
  for (int k = 0; k < 3; k++) vec3_sub(x[k], s->x + 3 * corner[k], p);
  for (int k = 0; k < 3; k++) side[k] = volume(v, x[k], x[(k + 1) % 3]);
  int in =
      (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
  mjtNum t = volume(x[0], x[1], x[2]) / (side[0] + side[1] + side[2]);
  return in && t >= 0 ? t : -1;
}

static mjtNum nearer(mjtNum a, mjtNum b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

static mjtNum pierce_all(const sheet* s, const mjtNum p[3], const mjtNum v[3]) {
  mjtNum best = -1;
  for (int e = 0; e < s->nelem; e++) {
    const int* c = s->elem + (s->dim + 1) * e;
    for (int out = s->dim == 2 ? 3 : 0; out < 4; out++) {
      int corner[3] = {c[out == 0], c[1 + (out <= 1)], c[2 + (out <= 2)]};
      best = nearer(best, pierce(s, corner, p, v));
    }
  }
  return best;
}

static void rays_hit_what_they_meet_first(void** state) {
  (void)state;
  int hits = 0, misses = 0;
  for (int seed = 0; seed < 400; seed++) {
    sheet s;
    draw_seed(seed);
    if (seed % 2) {
      make_sheet(&s);
    } else {
      make_tetrahedron(&s);
    }
    for (int i = 0; i < 3 * s.nvert; i++) s.x[i] += 0.05 * draw();
    mjtNum aim[3], p[3], v[3];
    for (int k = 0; k < 3; k++) aim[k] = s.x[3 * draw_int(0, s.nvert - 1) + k] + 0.2 * draw();
    draw_vector(p, 3);
    vec3_normalize(p);
    vec3_scale(p, p, 3);
    vec3_sub(v, aim, p);
    vec3_scale(v, v, 0.5);
    for (int edges = 0; edges < 2; edges++) {
      int grazes = 0, vertex = -1;
      mjtNum expected = march(&s, edges, p, v, &grazes);
      if (grazes) continue;
      assert_near(shoot(&s, 0, edges ? EDGE : VERT, p, v, &vertex), expected, 1e-9);
      assert_int_equal(vertex >= 0, expected >= 0);
      mjtNum face = pierce_all(&s, p, v);
      assert_near(shoot(&s, 0, FACE, p, v, &vertex), face, 1e-9);
      if (edges) assert_near(shoot(&s, 0, SKIN, p, v, &vertex), nearer(expected, face), 1e-9);
      hits += expected >= 0;
      misses += expected < 0;
    }
  }
  assert_true(hits > 100 && misses > 100);
}

// Tetrahedra are shown layer by layer; a skin is the outermost.
static void layers_of_solids_are_apart(void** state) {
  (void)state;
  sheet s;
  make_tetrahedron(&s);
  s.layer[0] = 1;
  mjtNum p[3] = {0.42, 0.32, 3}, v[3] = {0, 0, -1};
  int vertex;
  assert_near(shoot(&s, 0, FACE, p, v, &vertex), -1, 0);
  assert_int_equal(vertex, -1);
  assert_true(shoot(&s, 1, FACE, p, v, &vertex) > 2);
  assert_int_equal(vertex, 3);
  assert_near(shoot(&s, 1, SKIN, p, v, &vertex), -1, 0);
}

// The normal stands upright on the surface that rays nearby draw, is as the reference says on
// vertices, edges and triangles, and looks out of tetrahedra.
static void normals_stand_on_the_surface(void** state) {
  (void)state;
  static const mjtByte flags[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  sheet s;
  int checked = 0;
  for (int dim = 2; dim < 4; dim++) {
    if (dim == 2) {
      make_sheet(&s);
    } else {
      make_tetrahedron(&s);
    }
    s.radius = 0.05;
    for (int i = 0; i < 4000; i++) {
      mjtNum p[3], v[3], n[3], unused[3], t[3], x[3][3], a[3], b[3], up[3];
      const mjtByte* f = flags[i % 4];
      int vertex[3];
      vec3_set(p, draw(), draw(), dim == 2 ? 3 : 2);
      vec3_set(v, 0.1 * draw(), 0.1 * draw(), -1);
      for (int k = 0; k < 3; k++) {
        const mjtNum from[3] = {p[0] + (k == 1) * 1e-6, p[1] + (k == 2) * 1e-6, p[2]};
        t[k] = eng_rayFlex(&s.m, &s.d, 0, f[0], f[1], f[2], f[3], 0, from, v, vertex + k,
                           k ? unused : n);
        vec3_copy(x[k], from);
        vec3_axpy(x[k], t[k], v);
      }
      if (t[0] < 0) assert_true(vec3_norm(n) == 0);
      vec3_sub(a, x[1], x[0]);
      vec3_sub(b, x[2], x[0]);
      if (t[0] < 0 || t[1] < 0 || t[2] < 0 || vec3_norm(a) > 4e-6 || vec3_norm(b) > 4e-6) continue;
      vec3_cross(up, a, b);
      vec3_normalize(up);
      // from one part to the next there is a step
      if (vec3_dot(up, n) < 0.999 && fabs(t[1] - t[0]) + fabs(t[2] - t[0]) > 1e-6) continue;
      assert_near(vec3_norm(n), 1, 1e-9);
      assert_true(vec3_dot(up, n) > 1 - 1e-3);
      checked++;
    }
  }
  assert_true(checked > 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hits_are_those_of_the_reference),
      cmocka_unit_test(rays_hit_what_they_meet_first),
      cmocka_unit_test(layers_of_solids_are_apart),
      cmocka_unit_test(normals_stand_on_the_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
